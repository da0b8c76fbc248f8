import { signal } from '@preact/signals-core';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Workspace } from '../../../../src/client/workspace';
import { subjectOf, type ServerTest } from '../../../../src/config/serverTests';
import { file } from './fileEditor';

const editor = await vi.hoisted(async () => {
  const { fileEditor } = await import('./fileEditor');
  const { folder, texts, saved, vscode } = fileEditor();
  class Items extends Map<string, { readonly id: string; readonly children: Items }> {
    add = (item: { readonly id: string; readonly children: Items }) => void this.set(item.id, item);
  }
  const items = new Items();
  const printed: string[] = [];
  const controller = { refreshHandler: (): Promise<void> => Promise.resolve() };
  let run: (request: object, token: object) => Promise<void> = () => Promise.resolve();
  const listened = new Map<string, () => void>();
  /** The questions to the person, and what they answer. */
  const questions: string[] = [];
  const answers: (string | undefined)[] = [];
  const event = (name: string) => (listener: () => void) => {
    listened.set(name, listener);
    return { dispose: vi.fn() };
  };
  const workspace = {
    ...vscode.workspace,
    getWorkspaceFolder: () => folder,
    onDidChangeTextDocument: event('text'),
    onDidChangeWorkspaceFolders: event('folders'),
  };
  return {
    items,
    folder,
    workspace,
    texts,
    saved,
    /** The results of runs, as the terminal shows them. */
    printed,
    questions,
    answers,
    /** Reads all files of tests. */
    refresh: () => controller.refreshHandler(),
    /** Runs all tests. */
    runAll: () => run({}, { onCancellationRequested: () => ({ dispose: vi.fn() }) }),
    changeFolders: (...folders: (typeof folder)[]) => {
      workspace.workspaceFolders = folders;
      listened.get('folders')?.();
    },
    vscode: {
      ...vscode,
      workspace,
      Location: vi.fn(),
      window: {
        showWarningMessage: (_: string, { detail }: { readonly detail: string }) => {
          questions.push(detail.split('\n\n')[0] ?? '');
          return Promise.resolve(answers.shift());
        },
      },
      TestMessage: vi.fn(),
      TestRunProfileKind: {},
      tests: {
        createTestController: () =>
          Object.assign(controller, {
            items,
            createTestItem: (id: string, label: string, uri: unknown) => ({
              id,
              label,
              uri,
              children: new Items(),
            }),
            createRunProfile: (_: string, __: unknown, handler: typeof run) => {
              run = handler;
            },
            createTestRun: () => ({
              enqueued: vi.fn(),
              started: vi.fn(),
              appendOutput: (text: string) => void printed.push(text),
              passed: vi.fn(),
              failed: vi.fn(),
              errored: vi.fn(),
              end: vi.fn(),
            }),
            dispose: vi.fn(),
          }),
      },
    },
  };
});

vi.mock('vscode', () => editor.vscode);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { TestView } = await import('../../../../src/ui/tests/testView.editor');
const { agree } = await import('../../../../src/ui/tests/agreedTests.editor');

const added = { tool: 'add', expect: { snapshot: { content: ['old'] } } };

beforeEach(() => {
  editor.items.clear();
  editor.texts.clear();
  editor.saved.length = 0;
  editor.printed.length = 0;
  editor.questions.length = 0;
  editor.answers.length = 0;
  remembered.clear();
  sent.length = 0;
  asked.length = 0;
  editor.workspace.workspaceFolders = [editor.folder];
});

/** The tests that were sent, by what they call, and their servers. */
const sent: string[] = [];
const asked: string[] = [];
/** Remembers the tests that the person agreed to. */
const remembered = new Map<string, unknown>();
const store = {
  get: (key: string) => remembered.get(key),
  update: (key: string, value: unknown) => Promise.resolve(void remembered.set(key, value)),
};

/**
 * A view whose tests were run; all results differ from the snapshots. `meanwhile`: what happens during the calls;
 * `servers`: the configured ones, by their ids.
 */
async function viewAfterRun(
  tests: object,
  meanwhile = (): Promise<void> => Promise.resolve(),
  servers: Record<string, object> = {},
) {
  editor.texts.set(file, JSON.stringify({ tests: { till: tests } }));
  const outcome = {
    took: 1,
    failures: [{ reason: { code: 'testSnapshot' } }],
    snapshot: { content: ['new'] },
  };
  const send = (
    _: string,
    { server, test }: { readonly server: string; readonly test: ServerTest },
  ) => {
    asked.push(server);
    sent.push(subjectOf(test).name);
    return meanwhile().then(() => outcome);
  };
  const host = { send };
  const entries = signal(new Map(Object.entries(servers)));
  const workspace = { host, entries } as unknown as Workspace;
  const heard = () => ({ dispose: vi.fn() });
  const watcher = { onDidChange: heard, onDidCreate: heard, onDidDelete: heard };
  const view = new TestView(workspace, watcher as never, store);
  onTestFinished(() => view.dispose());
  await vi.waitFor(() => expect(editor.items.size).toBe(1));
  await editor.runAll();
  return view;
}

const saved = (): unknown => JSON.parse(editor.texts.get(file) ?? '');

test('the latest result takes the place of the snapshot', async () => {
  const view = await viewAfterRun({ adds: added });
  await view.updateSnapshots();
  expect(saved()).toMatchObject({
    tests: { till: { adds: { expect: { snapshot: { content: ['new'] } } } } },
  });
  expect(editor.saved).toEqual([file]);
});

test('snapshots are updated one after another, though the file is read anew between them', async () => {
  const view = await viewAfterRun({ adds: added, counts: added });
  const [server] = editor.items.values();
  for (const id of server?.children.keys() ?? []) {
    await view.updateSnapshots(id);
    await editor.refresh();
  }
  const updated = { ...added, expect: { snapshot: { content: ['new'] } } };
  expect(saved()).toEqual({ tests: { till: { adds: updated, counts: updated } } });
});

test('a folder that has left the workspace is not written into', async () => {
  const view = await viewAfterRun({ adds: added });
  editor.changeFolders();
  expect(editor.items.size).toBe(0);
  await expect(view.updateSnapshots()).rejects.toMatchObject({ code: 'noSnapshots' });
  expect(editor.saved).toEqual([]);
});

test('a test that has another name or call in unsaved text is left out', async () => {
  const view = await viewAfterRun({ adds: added, counts: added, changed: added });
  const changed = { ...added, arguments: { by: 2 } };
  const draft = { tests: { till: { sums: added, counts: added, changed } } };
  editor.texts.set(file, JSON.stringify(draft));
  await view.updateSnapshots();
  const updated = { ...added, expect: { snapshot: { content: ['new'] } } };
  expect(saved()).toEqual({ tests: { till: { sums: added, counts: updated, changed } } });
});

test('a test that was edited while it ran does not get the result of the call before', async () => {
  const changed = { ...added, arguments: { by: 2 } };
  const view = await viewAfterRun({ adds: added, counts: added }, () => {
    editor.texts.set(file, JSON.stringify({ tests: { till: { adds: changed, counts: added } } }));
    return editor.refresh();
  });
  await view.updateSnapshots();
  const updated = { ...added, expect: { snapshot: { content: ['new'] } } };
  expect(saved()).toEqual({ tests: { till: { adds: changed, counts: updated } } });
});

test('a draft without the tests that were run stays as it is', async () => {
  const view = await viewAfterRun({ adds: added });
  const draft = JSON.stringify({ tests: { till: { sums: added } } });
  editor.texts.set(file, draft);
  await expect(view.updateSnapshots()).rejects.toMatchObject({ code: 'noSnapshots' });
  expect(editor.texts.get(file)).toBe(draft);
  expect(editor.saved).toEqual([]);
});

test('a run takes the text that is not saved yet, and its results fit it when it is', async () => {
  const view = await viewAfterRun({ adds: added });
  const corrected = { ...added, tool: 'sum' };
  editor.texts.set(file, JSON.stringify({ tests: { till: { adds: corrected } } }));
  sent.length = 0;
  await editor.runAll();
  expect(sent).toEqual(['sum']);
  await editor.refresh();
  await view.updateSnapshots();
  const updated = { ...corrected, expect: { snapshot: { content: ['new'] } } };
  expect(saved()).toEqual({ tests: { till: { adds: updated } } });
});

test('tests run in the order of the file, also after it has changed', async () => {
  await viewAfterRun({ adds: added, counts: { ...added, tool: 'count' } });
  expect(sent).toEqual(['add', 'count']);
  const till = { opens: { tool: 'open' }, counts: { tool: 'count' }, adds: { tool: 'add' } };
  editor.texts.set(file, JSON.stringify({ tests: { till } }));
  sent.length = 0;
  await editor.runAll();
  expect(sent).toEqual(['open', 'count', 'add']);
});

/** A configured server of this name. */
const server = (id: string, more: object = {}) => ({
  definition: { id, name: 'till', source: { folder: editor.folder.uri.fsPath } },
  runBy: 'roundhouse',
  ...more,
});
const off = { inactiveReason: { code: 'disabledInFile' } };
const overridden = { inactiveReason: { code: 'overridden', args: { by: 'user' } } };

test.each([
  ['is off', server('a', off), 'The file that holds this entry switches it off.'],
  ['is overridden', server('a', overridden), 'user has the same name'],
  ['VS Code runs', server('a', { runBy: 'vscode' }), 'VS Code runs this server'],
])('a test of a server that %s is not sent, and says so', async (_, entry, text) => {
  await viewAfterRun({ adds: added }, undefined, { a: entry });
  expect(sent).toEqual([]);
  expect(editor.printed.join('')).toContain(text);
});

test('a test is sent to an active server of the name, also while nobody has said who runs it', async () => {
  const servers = { a: server('a', off), b: server('b', { runBy: 'undecided' }) };
  await viewAfterRun({ adds: added }, undefined, servers);
  expect(asked).toEqual(['b']);
});

/** The person's own server of this name. */
const own = server('user/till', {
  definition: { id: 'user/till', name: 'till', source: { level: 200 } },
});
const deletes = { tool: 'delete', arguments: { all: true } };
const call = 'Call Them';

test("a test of the person's own server runs only after they agree to its call, which is asked once", async () => {
  editor.answers.push(undefined, call);
  await viewAfterRun({ deletes, adds: added }, undefined, { 'user/till': own });
  expect(editor.questions).toEqual(['till: tool delete {"all":true}\ntill: tool add']);
  expect(sent).toEqual([]);
  expect(editor.printed.join('')).toContain('your own server "till"');
  await editor.runAll();
  expect(sent).toEqual(['delete', 'add']);
  const { tool } = deletes;
  const changed = { tool, arguments: { all: false } };
  const till = { deletes: { ...deletes, expect: { text: 'ok' } }, changes: changed };
  editor.texts.set(file, JSON.stringify({ tests: { till } }));
  await editor.runAll();
  expect(editor.questions.slice(2)).toEqual(['till: tool delete {"all":false}']);
  expect(sent.slice(2)).toEqual(['delete']);
});

test("the person's own server is the same by its id", async () => {
  await viewAfterRun({ deletes }, undefined, { 'user/till': own });
  editor.texts.set(file, JSON.stringify({ tests: { 'user/till': { deletes } } }));
  await editor.runAll();
  expect(editor.questions).toHaveLength(2);
  expect(sent).toEqual([]);
});

test('all calls are shown before they are agreed to, in as many questions as they need', async () => {
  const long = (length: number) => ({ tool: 'say', arguments: { text: 'x'.repeat(length) } });
  editor.answers.push(call, undefined);
  const tests = { one: long(1_500), endless: long(2_500), two: { ...long(1_500), tool: 'shout' } };
  await viewAfterRun(tests, undefined, { 'user/till': own });
  expect(editor.questions.map((one) => one.split(' ', 3).join(' '))).toEqual([
    'till: tool say',
    'till: tool shout',
  ]);
  expect(sent).toEqual(['say']);
});

test('a call that the person saved as a test needs no question', async () => {
  await agree(store, { definition: own.definition, test: deletes });
  await viewAfterRun({ deletes }, undefined, { 'user/till': own });
  expect(editor.questions).toEqual([]);
  expect(sent).toEqual(['delete']);
});
