import { signal } from '@preact/signals-core';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ServerEntry } from '../../../../src/client/configuredServers';
import type { Workspace } from '../../../../src/client/workspace';
import { readServerTests } from '../../../../src/config/serverTests';
import { file } from './fileEditor';

const editor = await vi.hoisted(async () => {
  const { fileEditor } = await import('./fileEditor');
  const { folder, texts, vscode } = fileEditor();
  /** The names that a person enters, one after another, and what happens meanwhile. */
  const names: string[] = [];
  const meanwhile = { do: (): void => undefined };
  const disposable = () => ({ dispose: vi.fn() });
  return {
    folder,
    texts,
    names,
    meanwhile,
    vscode: {
      ...vscode,
      workspace: Object.assign(vscode.workspace, {
        createFileSystemWatcher: () => ({ onDidCreate: disposable, dispose: vi.fn() }),
        onDidChangeWorkspaceFolders: disposable,
      }),
      Selection: vi.fn(),
      window: {
        showInputBox: () => Promise.resolve(names.shift()),
        // The person chooses the first row.
        showQuickPick: ([first]: readonly unknown[]) => {
          meanwhile.do();
          return Promise.resolve(first);
        },
        showTextDocument: () => Promise.resolve({ revealRange: vi.fn() }),
      },
    },
  };
});

vi.mock('vscode', () => editor.vscode);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { savedCalls, saveTest } = await import('../../../../src/ui/tests/saveTest.editor');
const { ServerTests } = await import('../../../../src/ui/tests/serverTests.editor');
const { refusedTests } = await import('../../../../src/ui/tests/agreedTests.editor');

const entry = {
  definition: { name: 'till', source: { folder: editor.folder.uri.fsPath } },
} as ServerEntry;

/** Saves a call as a test. */
function save(...names: string[]): Promise<boolean> {
  editor.names.push(...names);
  return saveTest(entry, { test: { tool: 'add' }, result: { content: [] } });
}

beforeEach(() => {
  editor.vscode.workspace.workspaceFolders = [editor.folder];
  editor.names.length = 0;
  editor.texts.clear();
  editor.meanwhile.do = () => undefined;
});

const expected = { tool: 'add', expect: { snapshot: { content: [] } } };
const written = (): unknown => JSON.parse(editor.texts.get(file) ?? '');

test('a call becomes a test of a new file', async () => {
  await save('adds');
  expect(written()).toEqual({ tests: { till: { adds: expected } } });
});

test.each(['{ "tests": [] }', '{ "tests": { "till": null } }', '[]', '{ "tests": '])(
  'a file that has no place for the test is told of: %s',
  async (text) => {
    editor.texts.set(file, text);
    await expect(save('adds')).rejects.toMatchObject({ code: 'fileBroken' });
    expect(editor.texts.get(file)).toBe(text);
  },
);

test('a file that breaks while the person answers stays as it is', async () => {
  editor.meanwhile.do = () => void editor.texts.set(file, '{ "tests": ');
  await expect(save('adds')).rejects.toMatchObject({ code: 'fileBroken' });
  expect(editor.texts.get(file)).toBe('{ "tests": ');
});

test('a test that takes the name meanwhile stays, and another name is asked for', async () => {
  const other = { tool: 'other' };
  editor.meanwhile.do = () =>
    void editor.texts.set(file, JSON.stringify({ tests: { till: { adds: other } } }));
  await save('adds', 'adds again');
  expect(written()).toEqual({ tests: { till: { adds: other, 'adds again': expected } } });
});

test('saved calls are those of the folder that configures the server, else those of all folders', async () => {
  const { folder, texts, vscode } = editor;
  const { Uri, workspace } = vscode;
  const other = { name: 'yard', uri: Uri.file('/home/ada/yard') };
  workspace.workspaceFolders = [other, folder];
  const add = (of: number) => ({ tool: 'add', arguments: { of } });
  const fileWith = (of: number) => JSON.stringify({ tests: { till: { adds: add(of) } } });
  texts.set('/home/ada/yard/.vscode/mcp-tests.json', fileWith(1));
  texts.set(file, fileWith(2));
  expect(await savedCalls(entry)).toEqual([{ name: 'adds', test: add(2) }]);
  const ofUser = { definition: { name: 'till', source: {} } } as ServerEntry;
  expect(await savedCalls(ofUser)).toEqual([
    { name: 'adds', test: add(1) },
    { name: 'adds', test: add(2) },
  ]);
});

test("a call of the person's own server that they save needs no question when it runs", async () => {
  const definition = { id: 'user/till', name: 'till', source: { level: 200 } };
  const workspace = { entries: signal(new Map([['user/till', { definition }]])) };
  const remembered = new Map<string, unknown>();
  const store = {
    get: (key: string) => remembered.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void remembered.set(key, value)),
  };
  const tests = new ServerTests(workspace as unknown as Workspace, store);
  onTestFinished(() => tests.dispose());
  const call = { tool: 'read', arguments: { path: `${editor.folder.uri.path}/a.txt` } };
  editor.names.push('reads');
  await tests.save('user/till', { test: call, result: { content: [] } });
  const [saved] = readServerTests(editor.texts.get(file) ?? '', editor.folder.uri.path).tests;
  if (!saved?.test) throw new Error('there is no test');
  expect(saved.test.arguments).toEqual(call.arguments);
  expect(await refusedTests(store, [{ definition, test: saved.test }])).toEqual([]);
});
