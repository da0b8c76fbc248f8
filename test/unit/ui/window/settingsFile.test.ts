import { beforeEach, expect, test, vi } from 'vitest';
import { writeSetting } from '../../../../src/ui/window/settingsFile.editor';

/** A window with a setting, as far as one is written. */
const editor = vi.hoisted(() => ({
  ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
  workspace: {
    workspaceFile: undefined as { readonly scheme: string } | undefined,
    workspaceFolders: undefined,
    getConfiguration: () => ({ inspect: vi.fn(() => editor.said), update: editor.update }),
    openTextDocument: vi.fn(() => Promise.reject(new Error('no such file'))),
  },
  said: {},
  update: vi.fn(() => Promise.resolve()),
}));

vi.mock('vscode', () => editor);

const place = { folder: undefined, globalStorage: '/data/User/globalStorage/extension' };

beforeEach(() => vi.clearAllMocks());

test('the settings of a workspace that was never saved are written by the editor alone', async () => {
  editor.workspace.workspaceFile = { scheme: 'untitled' };
  editor.said = { workspaceValue: { till: {} } };
  await writeSetting('servers', { layer: 'workspace', value: undefined }, place);
  expect(editor.workspace.openTextDocument).not.toHaveBeenCalled();
  expect(editor.update).toHaveBeenCalledExactlyOnceWith('servers', undefined, 2);
});
