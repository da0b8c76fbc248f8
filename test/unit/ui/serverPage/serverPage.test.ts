import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { WebviewPanel } from 'vscode';
import type { CheckResult } from '../../../../src/client/diagnosis/check';
import type { LogEntry } from '../../../../src/ipc/contract';
import type { McpObject, ServerSnapshot } from '../../../../src/ipc/state';
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

type OnCheck = (check: CheckResult['check'], results: readonly CheckResult[]) => void;

/** Checks that only their signal ends. */
const diagnosis = vi.hoisted(() =>
  vi.fn(
    (_: unknown, __: unknown, _onCheck: OnCheck, signal: AbortSignal) =>
      new Promise<readonly CheckResult[]>((_, reject) => {
        const end = () => reject(signal.reason as Error);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }),
  ),
);
vi.mock('../../../../src/ui/diagnostics/diagnoseServer.editor', () => ({
  diagnoseServer: diagnosis,
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { UserError } = await import('../../../../src/base/errors');
const { effectiveSettings } = await import('../../../../src/config/settings/effectiveSettings');
const { entries, shopFile, snapshot } = await import('../samples');
const { ServerPage } = await import('../../../../src/ui/serverPage/serverPage.editor');

const file = shopFile(JSON.stringify({ servers: { till: { command: 'till' } } }));
const [id = ''] = entries([file]).keys();

/** An open page of a server that answers calls with this. Unless its state is given it is gone. */
async function openPage(answer: () => Promise<McpObject>, state?: ServerSnapshot) {
  const sent: ToPage[] = [];
  const saved: { readonly result?: McpObject | undefined }[] = [];
  let receive: (message: FromPage) => void = () => undefined;
  const heard = () => ({ dispose: vi.fn() });
  let isClosed = false;
  let look: () => void = () => undefined;
  let log: (line: LogEntry) => void = () => undefined;
  const webview = {
    onDidReceiveMessage: (listener: typeof receive) => {
      receive = listener;
      return { dispose: vi.fn() };
    },
    postMessage: (message: ToPage) => sent.push(message),
  };
  const panel = {
    title: 'till',
    visible: false,
    onDidChangeViewState: (listener: () => void) => {
      look = listener;
      return { dispose: vi.fn() };
    },
    get webview() {
      if (isClosed) throw new Error('Webview is disposed');
      return webview;
    },
  };
  const host = {
    catalog: () => signal(undefined),
    mode: signal({ kind: 'unattached' }),
    onCallsChanged: heard,
    onLog: (listener: typeof log) => {
      log = listener;
      return { dispose: vi.fn() };
    },
    send: (() => Promise.resolve([])) as (request: string) => Promise<readonly LogEntry[]>,
    callTool: answer as (call: object, signal: AbortSignal) => Promise<McpObject>,
    read: vi.fn(() => Promise.resolve({ completion: { values: ['daily'] } })),
  };
  const shown = signal<ReadonlyMap<string, unknown>>(new Map());
  const setState = (next: ServerSnapshot) => {
    const [server] = entries([file], { till: next }).values();
    const effective = effectiveSettings('till', {});
    shown.value = new Map([[id, { ...server, effective, precedence: { kind: 'counts' } }]]);
  };
  if (state) setState(state);
  const workspace = {
    host,
    entries: shown,
    trusted: signal(true),
    policies: signal(new Map()),
  };
  const resolver = {
    explain: (): Promise<unknown> => Promise.resolve(undefined),
    inspect: () => Promise.resolve({ isApproved: true }),
  };
  const window = {
    extensionContext: {},
    workspace,
    costs: signal({ servers: new Map() }),
    resolver,
    tests: {
      save: (_: string, call: (typeof saved)[number]) => Promise.resolve(void saved.push(call)),
      savedCalls: () => Promise.resolve([]),
    },
  } as unknown as PageContext;
  const tasks = new TaskRuns();
  const page = new ServerPage(window, id, panel as unknown as WebviewPanel, tasks);
  receive({ kind: 'ready' });
  const kind = state ? 'server' : 'gone';
  await vi.waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ kind })));
  const callId = 'one';
  receive({ kind: 'call', callId, tool: 'add', arguments: {} });
  const answerTo = (call: string) =>
    sent.find((message) => 'callId' in message && message.callId === call);
  const answered = () => answerTo(callId);
  await vi.waitFor(() => expect(answered()).toBeDefined());
  /** Closes the tab. */
  const close = () => {
    isClosed = true;
    page.dispose();
  };
  const show = (isVisible: boolean) => {
    panel.visible = isVisible;
    look();
  };
  const logs = (line: LogEntry) => log(line);
  const person = { close, show, resolver };
  return { page, tasks, receive, sent, saved, answered, answerTo, host, setState, logs, ...person };
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

test('a page is told of numbers of too many digits, also in what is cut from its result', async () => {
  const text = 'x'.repeat(9_000_000);
  const whole = JSON.parse(`{"content": ["${text}"], "structuredContent": {"id": ${2n ** 53n}}}`);
  const { page, tasks, answered } = await openPage(() => Promise.resolve(whole as McpObject));
  expect(answered()).toMatchObject({ isRounded: true, wholeSize: expect.any(Number) as number });
  page.dispose();
  tasks.dispose();
});

test('values for an argument are asked of each run of a server that is up, and again after a call', async () => {
  const handshake = {
    era: 'legacy',
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'till', version: '1' },
    capabilities: { completions: {} },
  } as const;
  const down = { ...snapshot({ kind: 'idle', cached: true }), handshake };
  const upSince = (since: number) => ({ ...snapshot({ kind: 'running', since }), handshake });
  const { page, tasks, receive, answerTo, host, setState } = await openPage(
    () => Promise.resolve({ content: [] }),
    down,
  );
  const complete = (callId: string) => {
    receive({ kind: 'complete', callId, prompt: 'report', argument: 'day', value: '', given: {} });
    return vi.waitFor(() => expect(answerTo(callId)).toBeDefined());
  };
  await complete('while down');
  expect(answerTo('while down')).toMatchObject({ values: [] });
  expect(host.read).not.toHaveBeenCalled();
  setState(upSince(1));
  await complete('up');
  expect(answerTo('up')).toMatchObject({ values: ['daily'] });
  await complete('again');
  expect(host.read).toHaveBeenCalledTimes(1);
  setState(upSince(2));
  await complete('restarted');
  expect(host.read).toHaveBeenCalledTimes(2);
  receive({ kind: 'call', callId: 'added', tool: 'add', arguments: {} });
  await vi.waitFor(() => expect(answerTo('added')).toBeDefined());
  await complete('after a call');
  expect(host.read).toHaveBeenCalledTimes(3);
  receive({ kind: 'ready' });
  await complete('loaded anew');
  expect(host.read).toHaveBeenCalledTimes(4);
  page.dispose();
  tasks.dispose();
});

test('an app whose link the person refused asks for no more until they call a tool', async () => {
  const { page, tasks, receive, answerTo } = await openPage(() => Promise.resolve({ content: [] }));
  const link = (callId: string, url: string) => {
    receive({ kind: 'appRequest', callId, method: 'ui/open-link', params: { url } });
    return vi.waitFor(() => expect(answerTo(callId)).toBeDefined());
  };
  const questions = () => shown.filter((text) => text.includes('wants to open')).length;
  await link('not a page', 'javascript:alert(1)');
  expect(questions()).toBe(0);
  await link('refused', 'https://example.com');
  expect(questions()).toBe(1);
  await link('once more', 'https://example.com');
  expect(answerTo('once more')).toHaveProperty('failure');
  expect(questions()).toBe(1);
  receive({ kind: 'call', callId: 'two', tool: 'add', arguments: {} });
  await link('after a call', 'https://example.com');
  expect(questions()).toBe(2);
  page.dispose();
  tasks.dispose();
});

test('a page that is closed ends its checks and calls without a word', async () => {
  const up = snapshot({ kind: 'running', since: 1 });
  const { page, tasks, receive, sent, host, close } = await openPage(
    () => Promise.resolve({ content: [] }),
    up,
  );
  let answer: (result: McpObject) => void = () => undefined;
  host.callTool = () => new Promise((resolve) => (answer = resolve));
  receive({ kind: 'call', callId: 'late', tool: 'add', arguments: {} });
  const checking = page.check();
  const before = [...sent];
  expect(before).toContainEqual({ kind: 'checking', isRunning: true });
  close();
  answer({ content: [] });
  await checking;
  expect(sent).toEqual(before);
  tasks.dispose();
});

test('a page that is loaded anew ends its calls, which it does not show any more', async () => {
  const { page, tasks, receive, answerTo, host } = await openPage(() =>
    Promise.resolve({ content: [] }),
  );
  host.callTool = (_, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  receive({ kind: 'call', callId: 'of before', tool: 'add', arguments: {} });
  receive({ kind: 'ready' });
  await vi.waitFor(() => expect(answerTo('of before')).toHaveProperty('failure'));
  page.dispose();
  tasks.dispose();
});

test('a person who cancels a call, a task or the checks is told of no fault', async () => {
  const { page, tasks, receive, sent, answerTo, host } = await openPage(
    () => Promise.resolve({ content: [] }),
    snapshot({ kind: 'running', since: 1 }),
  );
  host.callTool = (_, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  for (const [callId, asTask] of [['a call'], ['a task', true]] as const) {
    receive({ kind: 'call', callId, tool: 'add', arguments: {}, asTask });
    receive({ kind: 'cancel', callId });
    await vi.waitFor(() => expect(answerTo(callId)).toHaveProperty('took'));
    const failure = { text: 'It was cancelled.', next: undefined, isAnswer: false };
    expect(answerTo(callId)).toMatchObject({ failure });
  }
  diagnosis.mockRejectedValueOnce(new DOMException('Aborted.', 'AbortError'));
  await page.check();
  expect(sent.findLast(({ kind }) => kind === 'checking')).toEqual({
    kind: 'checking',
    isRunning: false,
  });
  page.dispose();
  tasks.dispose();
});

test('a page that is loaded while its server is checked shows how far the checks are', async () => {
  const { page, tasks, receive, sent, close } = await openPage(
    () => Promise.resolve({ content: [] }),
    snapshot({ kind: 'running', since: 1 }),
  );
  diagnosis.mockClear();
  const checking = page.check();
  await vi.waitFor(() => expect(diagnosis).toHaveBeenCalled());
  diagnosis.mock.lastCall?.[2]('proxy', []);
  const now = { title: 'Proxy', rows: [] };
  sent.length = 0;
  receive({ kind: 'ready' });
  await vi.waitFor(() => expect(sent).toContainEqual({ kind: 'checking', isRunning: true, now }));
  close();
  await checking;
  tasks.dispose();
});

test('the log is sent once it is shown: all of it first, then lines that come at once in one message', async () => {
  const line = (text: string): LogEntry => ({ id, time: 1, level: 'info', text });
  const { page, tasks, receive, sent, host, show, logs } = await openPage(() =>
    Promise.resolve({ content: [] }),
  );
  const logged = () =>
    sent
      .filter((message) => message.kind === 'log')
      .map(({ all, lines }) => ({ all, texts: lines.map(({ text }) => text) }));
  const all = { all: true, texts: ['unseen'] };
  host.mode.value = { kind: 'shared' };
  show(true);
  logs(line('unseen'));
  host.send = (request) => Promise.resolve(request === 'logs' ? [line('unseen')] : []);
  receive({ kind: 'part', part: 'log' });
  await vi.waitFor(() => expect(logged()).toEqual([all]));
  logs(line('one'));
  logs(line('two'));
  await vi.waitFor(() => expect(logged()).toHaveLength(2));
  // Looked away, and at it again.
  show(false);
  receive({ kind: 'part', part: 'tools' });
  logs(line('three'));
  show(true);
  receive({ kind: 'part', part: 'log' });
  await vi.waitFor(() => expect(logged()).toHaveLength(3));
  // A document that is loaded anew has nothing.
  receive({ kind: 'ready' });
  await vi.waitFor(() => expect(logged()).toHaveLength(4));
  expect(logged()).toEqual([
    all,
    { all: false, texts: ['one', 'two'] },
    { all: false, texts: ['three'] },
    all,
  ]);
  page.dispose();
  tasks.dispose();
});

test('the log is sent before the server is explained, and anew once there is a host', async () => {
  const up = snapshot({ kind: 'running', since: 1 });
  const { page, tasks, receive, sent, host, resolver, show } = await openPage(
    () => Promise.resolve({ content: [] }),
    up,
  );
  const logged = () => sent.filter((message) => message.kind === 'log');
  resolver.explain = () => new Promise(() => {});
  show(true);
  receive({ kind: 'part', part: 'log' });
  await vi.waitFor(() => expect(logged()).toHaveLength(1));
  receive({ kind: 'ready' });
  await vi.waitFor(() => expect(logged()).toHaveLength(2));
  host.mode.value = { kind: 'window' };
  await vi.waitFor(() => expect(logged()).toHaveLength(3));
  expect(logged().every(({ all }) => all)).toBe(true);
  page.dispose();
  tasks.dispose();
});

test('a page that is looked at again shows how its server is now', async () => {
  const { page, tasks, sent, show } = await openPage(
    () => Promise.resolve({ content: [] }),
    snapshot({ kind: 'running', since: 1 }),
  );
  const servers = () => sent.filter(({ kind }) => kind === 'server').length;
  // The second one comes with the first look at its state.
  await vi.waitFor(() => expect(servers()).toBe(2));
  show(false);
  show(true);
  await vi.waitFor(() => expect(servers()).toBe(3));
  page.dispose();
  tasks.dispose();
});
