import { expect, test, vi } from 'vitest';
import type { TextDocument } from 'vscode';

const editor = vi.hoisted(() => ({
  edited: [] as unknown[],
  WorkspaceEdit: class {
    set = (uri: unknown) => editor.edited.push(uri);
  },
  workspace: {
    textDocuments: [] as unknown[],
    fs: { stat: () => Promise.resolve() },
    applyEdit: () => Promise.resolve(true),
    openTextDocument: vi.fn(),
  },
}));

vi.mock('vscode', () => editor);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { applyToFile, openIfThere } = await import('../../../../src/ui/editing/applyToFile.editor');

test("unsaved text of the user's file is found and changed, which the editor opens by a scheme of its own", async () => {
  const at = (scheme: string) => ({ scheme, fsPath: '/data/User/mcp.json' }) as TextDocument['uri'];
  const [uri, own] = [at('file'), at('vscode-userdata')];
  const save = vi.fn(() => Promise.resolve(true));
  const document = { uri: own, isClosed: false, isDirty: true, getText: () => '{ ', save };
  editor.workspace.textDocuments.push(document);
  editor.workspace.openTextDocument.mockImplementation((of) =>
    Promise.resolve(of === own ? document : undefined),
  );

  const found = await openIfThere(uri);
  expect(found).toBe(document);
  await applyToFile({ uri, document: found, edits: [] });
  expect(editor.edited).toEqual([own]);
  expect(save).toHaveBeenCalledOnce();
});
