import { expect, test, vi } from 'vitest';
import { folderSource } from '../../config/textAt';

const declared = { type: 'promptString', id: 'token' };
const text = JSON.stringify({ servers: {}, inputs: [declared] });
const done: string[] = [];

/** An editor in which a person chooses the first row of every list. */
vi.mock('vscode', () => {
  const document = {
    isDirty: false,
    getText: () => text,
    positionAt: (offset: number) => offset,
    save: () => Promise.resolve(true),
  };
  return {
    ConfigurationTarget: {},
    EventEmitter: vi.fn(function () {
      return { dispose: vi.fn() };
    }),
    Position: vi.fn(),
    Range: vi.fn(),
    Selection: vi.fn(),
    TextEdit: { replace: vi.fn() },
    TextEditorRevealType: {},
    Uri: {
      file: (path: string) => ({ scheme: 'file', path, fsPath: path }),
      from: (parts: object) => parts,
    },
    WorkspaceEdit: vi.fn(function () {
      return { set: vi.fn() };
    }),
    commands: { executeCommand: vi.fn() },
    l10n: { t: (said: string) => said },
    window: {
      tabGroups: { all: [] },
      showQuickPick: ([first]: readonly unknown[]) => Promise.resolve(first),
      showTextDocument: () => Promise.resolve({ revealRange: vi.fn() }),
    },
    workspace: {
      textDocuments: [],
      fs: { stat: () => Promise.resolve() },
      openTextDocument: (uri: object) => Promise.resolve({ ...document, uri }),
      registerTextDocumentContentProvider: () => ({ dispose: vi.fn() }),
      applyEdit: () => Promise.resolve(done.push('written') > 0),
    },
  };
});

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { previewAndWrite } = await import('../../../../src/ui/importing/placeServers.editor');

test('an input that is declared with a new server has no value of a former one', async () => {
  const forgetInput = (...of: readonly string[]) => Promise.resolve(void done.push(of.join(' ')));
  const entries = [{ name: 'till', value: { command: 'till' }, overwrite: false }];
  const inputs = [declared, { ...declared, id: 'till-key' }];
  expect(await previewAndWrite({ forgetInput }, folderSource, { entries, inputs })).toBe(true);
  expect(done).toEqual([`${folderSource.file} till-key`, 'written']);
});
