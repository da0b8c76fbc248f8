import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { WebviewPanel } from 'vscode';
import type { McpObject } from '../../../../src/ipc/state';
import type { FromPage, ToPage } from '../../../../src/ui/serverPage/pageMessages';
import type { PageContext } from '../../../../src/ui/serverPage/serverPage.editor';
import { TaskRuns } from '../../../../src/ui/serverPage/taskRuns';

const shown = vi.hoisted((): string[] => []);

vi.mock('vscode', () => ({
  CancellationError: class extends Error {},
  EventEmitter: vi.fn(),
  Uri: {},
  ViewColumn: {},
  l10n: { t: (said: string) => said },
  window: { showWarningMessage: (text: string) => Promise.resolve(void shown.push(text)) },
}));

vi.mock('../../../../src/ui/page/pagePanel.editor', () => ({ loadPage: vi.fn() }));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { UserError } = await import('../../../../src/base/errors');
const { ServerPage } = await import('../../../../src/ui/serverPage/serverPage.editor');

/** An open page of a server that answers calls with this. */
async function openPage(answer: () => Promise<McpObject>) {
  const sent: ToPage[] = [];
  const saved: { readonly result?: McpObject | undefined }[] = [];
  let receive: (message: FromPage) => void = () => undefined;
  const heard = () => ({ dispose: vi.fn() });
  const panel = {
    visible: false,
    onDidChangeViewState: heard,
    webview: {
      onDidReceiveMessage: (listener: typeof receive) => {
        receive = listener;
        return { dispose: vi.fn() };
      },
      postMessage: (message: ToPage) => sent.push(message),
    },
  };
  const host = {
    catalog: () => signal(undefined),
    mode: signal({ kind: 'unattached' }),
    onCallsChanged: heard,
    onLog: heard,
    send: () => Promise.resolve([]),
    callTool: answer,
  };
  const model = {
    host,
    entries: signal(new Map()),
    trusted: signal(true),
    policies: signal(new Map()),
  };
  const window = {
    context: {},
    model,
    costs: signal({ servers: new Map() }),
    tests: {
      save: (_: string, call: (typeof saved)[number]) => Promise.resolve(void saved.push(call)),
      savedCalls: () => Promise.resolve([]),
    },
  } as unknown as PageContext;
  const tasks = new TaskRuns();
  const page = new ServerPage(window, 'till', panel as unknown as WebviewPanel, tasks);
  receive({ kind: 'ready' });
  await vi.waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ kind: 'gone' })));
  const callId = 'one';
  receive({ kind: 'call', callId, tool: 'add', arguments: {} });
  const answered = () => sent.find((message) => message.kind === 'answer');
  await vi.waitFor(() => expect(answered()).toBeDefined());
  return { page, tasks, receive, saved, answered };
}

test.each([
  ['serverError', true],
  ['callRefused', false],
])('a test can expect an error only where the server answered with it: %s', async (code, is) => {
  const { page, tasks, answered } = await openPage(() => Promise.reject(new UserError(code)));
  expect(answered()).toMatchObject({ failure: { isAnswer: is } });
  page.dispose();
  tasks.dispose();
});

test('a result of which only the beginning is left is not saved as a test', async () => {
  const { page, tasks, receive, saved } = await openPage(() => Promise.resolve({ content: [] }));
  const test = { tool: 'add' };
  receive({ kind: 'saveTest', test, result: { content: [] } });
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  receive({ kind: 'saveTest', test, callId: 'long ago' });
  await vi.waitFor(() => expect(shown).toEqual([expect.stringContaining('is not kept any more')]));
  expect(saved).toHaveLength(1);
  page.dispose();
  tasks.dispose();
});

test('a large result is saved whole', async () => {
  const whole = { content: [{ type: 'text', text: 'x'.repeat(9_000_000) }] };
  const { page, tasks, receive, saved, answered } = await openPage(() => Promise.resolve(whole));
  expect(answered()).toMatchObject({ wholeSize: expect.any(Number) as number });
  receive({ kind: 'saveTest', test: { tool: 'add' }, callId: 'one' });
  await vi.waitFor(() => expect(saved).toMatchObject([{ result: whole }]));
  page.dispose();
  tasks.dispose();
});
