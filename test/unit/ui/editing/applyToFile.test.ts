import { expect, onTestFinished, test, vi } from 'vitest';
import type { TextDocument } from 'vscode';
import type { FileChange } from '../../../../src/ui/editing/applyToFile.editor';

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Edit {
  readonly all: readonly (readonly [unknown, readonly Replacement[]])[];
}

const editor = vi.hoisted(() => ({
  edited: [] as unknown[],
  Range: class {
    constructor(
      readonly start: number,
      readonly end: number,
    ) {}
  },
  TextEdit: { replace: (range: object, text: string) => ({ ...range, text }) },
  WorkspaceEdit: class {
    readonly all: [unknown, readonly Replacement[]][] = [];
    set = (uri: unknown, edits: readonly Replacement[]) => {
      editor.edited.push(uri);
      this.all.push([uri, edits]);
    };
  },
  window: {} as { activeTextEditor?: unknown },
  workspace: {
    textDocuments: [] as unknown[],
    fs: { stat: () => Promise.resolve() },
    asRelativePath: (uri: unknown) => String(uri),
    applyEdit: vi.fn<(edit: Edit) => Promise<boolean>>(() => Promise.resolve(true)),
    openTextDocument: vi.fn(),
  },
}));

vi.mock('vscode', () => editor);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { applyToFile, documentOf, openIfThere } =
  await import('../../../../src/ui/editing/applyToFile.editor');

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

test('of two documents of one file the one that is shown counts, else one with unsaved text', async () => {
  const fsPath = '/data/User/mcp.json';
  const document = (scheme: string, isDirty: boolean) => ({
    uri: { scheme, fsPath },
    isClosed: false,
    isDirty,
  });
  const [file, own] = [document('file', false), document('vscode-userdata', true)];
  const { workspace, window } = editor;
  workspace.textDocuments.splice(0, Infinity, file, own);
  expect(await documentOf(fsPath)).toBe(own);
  own.isDirty = false;
  expect(await documentOf(fsPath)).toBe(file);
  window.activeTextEditor = { document: own };
  expect(await documentOf(fsPath)).toBe(own);
  delete window.activeTextEditor;
  workspace.textDocuments.length = 0;
});

test.each([
  [['locked', 'other'], { other: '{}', locked: '{ unsaved' }],
  [['other', 'locked'], { other: '{new}', locked: '{new unsaved' }],
])('of %j none is changed where the first cannot be saved', async (uris, expected) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const texts = new Map([
    ['other', '{}'],
    ['locked', '{ unsaved'],
  ]);
  const dirty = new Set(['locked']);
  const document = (uri: string) => ({
    uri,
    get isDirty() {
      return dirty.has(uri);
    },
    getText: () => texts.get(uri),
    positionAt: (offset: number) => offset,
    save: () => Promise.resolve(uri === 'other' && dirty.delete(uri)),
  });
  editor.workspace.openTextDocument.mockImplementation((uri: string) =>
    Promise.resolve(document(uri)),
  );
  editor.workspace.applyEdit.mockImplementation(({ all }) => {
    for (const [uri, edits] of all as [string, readonly Replacement[]][]) {
      for (const { start, end, text } of edits) {
        const before = texts.get(uri) ?? '';
        texts.set(uri, before.slice(0, start) + text + before.slice(end));
        dirty.add(uri);
      }
    }
    return Promise.resolve(true);
  });
  const change = (uri: string) => {
    const edits = [{ offset: 1, length: 0, content: 'new' }];
    return { uri, document: document(uri), edits } as unknown as FileChange;
  };
  const refused = expect(applyToFile(...uris.map(change))).rejects.toMatchObject({
    code: 'fileUnwritable',
    args: { file: 'locked' },
  });
  await vi.runAllTimersAsync();
  await refused;
  expect(Object.fromEntries(texts)).toEqual(expected);
});
