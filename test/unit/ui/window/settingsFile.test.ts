import { applyEdits } from 'jsonc-parser';
import { afterEach, expect, test, vi } from 'vitest';

/** A window with a setting, as far as one is written. */
const editor = vi.hoisted(() => ({
  env: {},
  ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
  workspace: {
    workspaceFile: undefined as { readonly scheme: string } | undefined,
    workspaceFolders: undefined,
    isTrusted: true,
    getConfiguration: () => ({ inspect: vi.fn(() => editor.said), update: editor.update }),
    openTextDocument: vi.fn(() => Promise.resolve(editor.document)),
    applyEdit: () => Promise.resolve(true),
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
  },
  Uri: { file: (path: string) => ({ with: () => ({ path }) }) },
  Range: class {
    constructor(
      readonly start: number,
      readonly end: number,
    ) {}
  },
  TextEdit: { replace: ({ start, end }: Span, content: string) => ({ start, end, content }) },
  /** Edits that are made at once. */
  WorkspaceEdit: class {
    set = (_uri: unknown, edits: readonly (Span & { readonly content: string })[]) => {
      const spans = edits.map(({ start, end, content }) => ({
        offset: start,
        length: end - start,
        content,
      }));
      editor.texts.push(applyEdits(editor.document.getText(), spans));
    };
  },
  /** The texts that the file had. */
  texts: [] as string[],
  document: {
    isDirty: false,
    getText: () => editor.texts.at(-1) ?? '',
    positionAt: (offset: number) => offset,
    save: () => Promise.resolve(true),
  },
  said: {},
  update: vi.fn(() => Promise.resolve()),
}));

interface Span {
  readonly start: number;
  readonly end: number;
}

vi.mock('vscode', () => editor);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { writeServers, writeSetting } =
  await import('../../../../src/ui/window/settingsFile.editor');

const place = { folder: undefined, globalStorage: '/data/User/globalStorage/extension' };

afterEach(() => {
  vi.clearAllMocks();
  editor.workspace.isTrusted = true;
  vi.useRealTimers();
});

test('the settings of a workspace that was never saved are written by the editor alone', async () => {
  editor.workspace.workspaceFile = { scheme: 'untitled' };
  editor.said = { workspaceValue: { till: {} } };
  await writeSetting('servers', { layer: 'workspace', value: undefined }, place);
  expect(editor.workspace.openTextDocument).not.toHaveBeenCalled();
  expect(editor.update).toHaveBeenCalledExactlyOnceWith('servers', undefined, 2);
});

test('a change of the settings file of another profile is taken back', async () => {
  const text = '{\n  // mine\n  "roundhouse.servers": { "till": {} }\n}\n';
  editor.texts.push(text);
  editor.said = { globalValue: { till: {} } };
  vi.useFakeTimers();
  const value = { till: { enabled: false } };
  const writing = writeSetting('servers', { layer: 'user', value }, place);
  await vi.advanceTimersByTimeAsync(5_000);
  await writing;
  expect(editor.texts).toEqual([text, expect.stringContaining('"enabled"'), text]);
  expect(editor.update).toHaveBeenCalledExactlyOnceWith('servers', value, 1);
});

test('in Restricted Mode only the servers of the user settings are written, as those of the workspace are not read', async () => {
  editor.workspace.isTrusted = false;
  editor.said = {};
  const value = { till: { enabled: false } };
  for (const layer of ['workspace', 'folder'] as const)
    await expect(writeServers({ layer, value }, place)).rejects.toMatchObject({
      code: 'settingsUntrusted',
    });
  expect(editor.update).not.toHaveBeenCalled();
  await writeServers({ layer: 'user', value }, place);
  expect(editor.update).toHaveBeenCalledExactlyOnceWith('servers', value, 1);
});
