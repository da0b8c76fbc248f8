import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { Workspace } from '../../../../src/client/workspace';

const editor = vi.hoisted(() => ({
  l10n: { t: (said: string) => said },
  Uri: { file: (fsPath: string) => ({ scheme: 'file', fsPath }) },
  window: { activeTextEditor: undefined, showTextDocument: vi.fn(() => Promise.resolve({})) },
  workspace: {
    textDocuments: [] as object[],
    openTextDocument: (uri: object) => Promise.resolve({ uri }),
  },
}));

vi.mock('vscode', () => editor);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { openConfiguration } = await import('../../../../src/ui/editing/openConfiguration.editor');

test("the user's file is shown where it is open, which the editor opens by a scheme of its own", async () => {
  const workspace = { entries: signal(new Map()) } as unknown as Workspace;
  // A file that is there.
  const file = import.meta.filename;
  await openConfiguration(workspace, [], { file });
  expect(editor.window.showTextDocument).toHaveBeenLastCalledWith(
    { uri: { scheme: 'file', fsPath: file } },
    undefined,
  );
  const open = { uri: { scheme: 'vscode-userdata', fsPath: file }, isClosed: false };
  editor.workspace.textDocuments.push(open);
  await openConfiguration(workspace, [], { file });
  expect(editor.window.showTextDocument).toHaveBeenLastCalledWith(open, undefined);
});
