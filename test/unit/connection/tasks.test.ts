import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Progress } from '../../../src/connection/connection';
import type { TaskContext } from '../../../src/connection/tasks';
import type { McpObject } from '../../../src/ipc/state';
import type { MemoryAnswer, MemoryHandler } from '../../support/memoryServer';

// Fake timers do not reach it otherwise.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: (milliseconds: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason as Error);
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      setTimeout(() => resolve(value), milliseconds);
    }),
}));

// Files share modules, which have the timers of another one here.
vi.resetModules();
const { UserError } = await import('../../../src/base/errors');
const { followTask, TaskTools } = await import('../../../src/connection/tasks');
const { connectionTo, httpRefusal, legacyGreeting, MemoryServer } =
  await import('../../support/memoryServer');

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

const done = { content: [{ type: 'text', text: 'done' }] };

/** A server that answers by method; a list is answered one after another, the last for ever. */
class TaskServer implements TaskContext {
  readonly sent: { method: string; params: McpObject }[] = [];
  readonly asked: unknown[] = [];
  readonly told: Progress[] = [];
  readonly abort = new AbortController();
  readonly signal = this.abort.signal;
  readonly isEnded: boolean = false;
  touched = 0;
  idleTimeout = 60_000;

  constructor(
    readonly era: TaskContext['era'],
    private readonly answers: Record<string, readonly unknown[]>,
  ) {}

  readonly request = async (method: string, params: McpObject): Promise<McpObject> => {
    const earlier = this.sent.filter((one) => one.method === method).length;
    this.sent.push({ method, params });
    this.signal.throwIfAborted();
    const list = this.answers[method] ?? [];
    const answer = list[Math.min(earlier, list.length - 1)];
    if (answer instanceof Error) throw answer;
    return (await (typeof answer === 'function' ? answer() : answer)) as McpObject;
  };

  readonly answer = async (inputRequests: unknown): Promise<McpObject> => {
    this.asked.push(inputRequests);
    return { a: { action: 'decline' } };
  };

  readonly progress = (progress: Progress): void => void this.told.push(progress);

  readonly touch = (): void => void (this.touched += 1);

  readonly sendAndForget = (method: string, params: McpObject): void =>
    void this.sent.push({ method, params });

  methods(): readonly string[] {
    return this.sent.map(({ method }) => method);
  }
}

function legacy(status: string, more: McpObject = {}): McpObject {
  return { taskId: 't', status, ttl: 60_000, pollInterval: 1, ...more };
}

function modern(status: string, more: McpObject = {}): McpObject {
  return { resultType: 'complete', taskId: 't', status, ttlMs: null, pollIntervalMs: 1, ...more };
}

const created = { ...modern('working'), resultType: 'task' };

describe('which tools are called as tasks', () => {
  const capabilities = { tasks: { requests: { tools: { call: {} } } } };
  const list = {
    tools: [
      { name: 'slow', execution: { taskSupport: 'required' } },
      { name: 'maybe', execution: { taskSupport: 'optional' } },
      { name: 'never', execution: { taskSupport: 'forbidden' } },
      { name: 'quick' },
      null,
    ],
  };

  test.each<[boolean, McpObject, McpObject]>([
    [true, { name: 'slow' }, capabilities],
    [false, { name: 'maybe' }, capabilities],
    [false, { name: 'quick' }, capabilities],
    [false, { name: 'slow', task: { ttl: 1 } }, capabilities],
    [false, { name: 'slow' }, { tasks: {} }],
  ])('%s: %j of a server with %j', (wanted, params, capabilities) => {
    const tools = new TaskTools(capabilities);
    tools.learn(list);
    expect(tools.requires(params)).toBe(wanted);
  });

  test.each<[boolean, string]>([
    [true, 'slow'],
    [true, 'maybe'],
    [false, 'never'],
    [false, 'quick'],
  ])('%s: %s where the caller wants a task', (wanted, name) => {
    const tools = new TaskTools(capabilities);
    tools.learn(list);
    expect(tools.requires({ name }, true)).toBe(wanted);
    expect(new TaskTools({}).requires({ name }, true)).toBe(false);
  });

  test('the last list counts', () => {
    const tools = new TaskTools(capabilities);
    tools.learn(list);
    tools.learn({ tools: [{ name: 'slow' }] });
    expect(tools.requires({ name: 'slow' })).toBe(false);
  });
});

describe('tasks of the legacy era', () => {
  test('are looked at until they have a result', async () => {
    const server = new TaskServer('legacy', {
      'tasks/get': [legacy('working'), legacy('completed')],
      'tasks/result': [done],
    });
    expect(await followTask(legacy('working'), server)).toBe(done);
    expect(server.methods()).toEqual(['tasks/get', 'tasks/get', 'tasks/result']);
    expect(server.sent[0]?.params).toEqual({ taskId: 't' });
    expect(server.touched).toBe(3);
  });

  test('what one says of its work is progress, once', async () => {
    const server = new TaskServer('legacy', {
      'tasks/get': [
        legacy('working', { statusMessage: 'one' }),
        legacy('working', { statusMessage: 'two' }),
        legacy('completed'),
      ],
      'tasks/result': [done],
    });
    await followTask(legacy('working', { statusMessage: 'one' }), server);
    expect(server.told).toEqual([
      { progress: 1, message: 'one' },
      { progress: 2, message: 'two' },
    ]);
  });

  test('each status is told to a caller that wanted a task', async () => {
    const states = [
      legacy('working'),
      legacy('working', { statusMessage: 'half' }),
      legacy('completed'),
    ];
    const server = new TaskServer('legacy', { 'tasks/get': states, 'tasks/result': [done] });
    await followTask(legacy('working'), Object.assign(server, { tellsStatus: true }));
    const task = { id: 't', status: 'working' };
    expect(server.told).toEqual([
      { progress: 1, task },
      { progress: 2, message: 'half', task },
      { progress: 3, task: { id: 't', status: 'completed' } },
    ]);
  });

  test('one that asks has its result awaited, and is looked at meanwhile', async () => {
    let answer: (result: McpObject) => void = () => undefined;
    const result = new Promise<McpObject>((resolve) => {
      answer = resolve;
    });
    const server = new TaskServer('legacy', {
      'tasks/get': [legacy('working')],
      'tasks/result': [result],
    });
    const followed = followTask(legacy('input_required'), server);
    await vi.waitFor(() => expect(server.methods()).toContain('tasks/get'));
    answer(done);
    expect(await followed).toBe(done);
    expect(server.methods().filter((method) => method === 'tasks/result')).toHaveLength(1);
  });

  test('one whose server wants few polls is asked before its call is given up', async () => {
    const server = new TaskServer('legacy', {
      'tasks/get': [legacy('completed')],
      'tasks/result': [done],
    });
    server.idleTimeout = 20;
    expect(await followTask(legacy('working', { pollInterval: 60_000 }), server)).toBe(done);
  });

  test('aborting cancels it', async () => {
    const server = new TaskServer('legacy', {});
    const followed = followTask(legacy('working', { pollInterval: 60_000 }), server);
    server.abort.abort(new Error('enough'));
    await expect(followed).rejects.toThrow('enough');
    expect(server.methods()).toEqual(['tasks/cancel']);
  });

  test.each([
    ['taskCancelled', [legacy('cancelled', { statusMessage: 'no' })], undefined],
    ['taskGone', [new UserError('serverError', { code: -32602, message: 'expired' })], undefined],
    ['taskFailed', [legacy('failed', { statusMessage: 'boom' })], new UserError('serverError')],
    ['serverError', [legacy('failed')], new UserError('serverError', { code: 1 })],
  ])('ends with %s', async (code, states, result) => {
    const server = new TaskServer('legacy', { 'tasks/get': states, 'tasks/result': [result] });
    await expect(followTask(legacy('working'), server)).rejects.toMatchObject({ code });
    expect(server.methods()).not.toContain('tasks/cancel');
  });

  test.each<[string, McpObject, Record<string, readonly unknown[]>]>([
    [
      'cannot be looked at',
      legacy('working'),
      { 'tasks/get': [new UserError('serverError', { code: -32603, message: 'down' })] },
    ],
    [
      'cannot be asked for the result',
      legacy('input_required'),
      {
        'tasks/result': [new UserError('httpError', { status: 413 })],
        'tasks/get': [legacy('working')],
      },
    ],
  ])('one that %s is cancelled', async (_, begun, answers) => {
    const server = new TaskServer('legacy', answers);
    await expect(followTask(begun, server)).rejects.toBeInstanceOf(UserError);
    expect(server.methods().at(-1)).toBe('tasks/cancel');
  });

  describe('while the server is out of reach', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    const broken = new UserError('connectionClosed');
    const busy = new UserError('httpError', { status: 503 });

    test.each<[string, McpObject, Record<string, readonly unknown[]>]>([
      ['looks', legacy('working'), { 'tasks/get': [busy, broken, busy, legacy('completed')] }],
      ['the result', legacy('completed'), { 'tasks/result': [broken, busy, done] }],
      [
        'the result of one that asks',
        legacy('input_required'),
        { 'tasks/get': [legacy('working')], 'tasks/result': [broken, done] },
      ],
    ])('%s are tried again', async (_, begun, answers) => {
      const server = new TaskServer('legacy', { 'tasks/result': [done], ...answers });
      const followed = followTask(begun, server);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await followed).toBe(done);
      expect(server.methods()).not.toContain('tasks/cancel');
    });

    test('the result is asked for as often as it is cut off while the task goes on', async () => {
      let looked = gate();
      const look = (): McpObject => {
        looked.open();
        looked = gate();
        return legacy('working');
      };
      const cut = async (): Promise<never> => {
        await looked.opened;
        await looked.opened;
        throw broken;
      };
      const server = new TaskServer('legacy', {
        'tasks/get': [look],
        'tasks/result': [cut, cut, cut, cut, cut, done],
      });
      const followed = followTask(legacy('input_required'), server);
      followed.catch(() => undefined);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await followed).toBe(done);
    });

    test('a wait that is refused at once goes on while the task is seen to', async () => {
      const server = new TaskServer('legacy', {
        'tasks/get': [legacy('working')],
        'tasks/result': [busy, busy, busy, busy, busy, done],
      });
      const followed = followTask(legacy('input_required'), server);
      followed.catch(() => undefined);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await followed).toBe(done);
    });

    test.each([
      ['fail', busy],
      ['find the task no more', new UserError('serverError', { code: -32602, message: 'no' })],
    ])('the result counts that comes while looks %s', async (_, failure) => {
      const seen = gate();
      const look = async (): Promise<never> => {
        seen.open();
        await nextTurn();
        throw failure;
      };
      const server = new TaskServer('legacy', {
        'tasks/get': [look],
        'tasks/result': [() => seen.opened.then(() => done)],
      });
      const followed = followTask(legacy('input_required'), server);
      followed.catch(() => undefined);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await followed).toBe(done);
      expect(server.methods()).toEqual(['tasks/result', 'tasks/get']);
    });

    test('looks are given up at last', async () => {
      const server = new TaskServer('legacy', { 'tasks/get': [busy] });
      const followed = followTask(legacy('working'), server).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await followed).toBe(busy);
      expect(server.methods().at(-1)).toBe('tasks/cancel');
    });

    test('nothing is tried again whose connection has ended', async () => {
      const server = new TaskServer('legacy', { 'tasks/get': [broken] });
      Object.assign(server, { isEnded: true });
      const followed = followTask(legacy('working'), server);
      followed.catch(() => undefined);
      await vi.advanceTimersByTimeAsync(100);
      await expect(followed).rejects.toBe(broken);
      expect(server.methods()).toEqual(['tasks/get', 'tasks/cancel']);
    });
  });

  test('a failed one may have a result that says so', async () => {
    const failed = { ...done, isError: true };
    const server = new TaskServer('legacy', { 'tasks/result': [failed] });
    expect(await followTask(legacy('failed'), server)).toBe(failed);
  });

  test('one without a name is no task', async () => {
    const server = new TaskServer('legacy', {});
    await expect(followTask({ status: 'working' }, server)).rejects.toMatchObject({
      code: 'protocolError',
    });
  });
});

describe('tasks of the modern era', () => {
  test('bring their result along', async () => {
    const server = new TaskServer('modern', {
      'tasks/get': [modern('working'), modern('completed', { result: done })],
    });
    expect(await followTask(created, server)).toBe(done);
  });

  test('every question is answered once', async () => {
    const inputRequests = { a: { method: 'elicitation/create', params: { message: 'who?' } } };
    const server = new TaskServer('modern', {
      'tasks/get': [
        modern('input_required', { inputRequests }),
        modern('input_required', { inputRequests }),
        modern('completed', { result: done }),
      ],
      'tasks/update': [{ resultType: 'complete' }],
    });
    expect(await followTask(created, server)).toBe(done);
    expect(server.asked).toEqual([inputRequests]);
    const updates = server.sent.filter(({ method }) => method === 'tasks/update');
    expect(updates.map(({ params }) => params)).toEqual([
      { taskId: 't', inputResponses: { a: { action: 'decline' } } },
    ]);
  });

  test.each([
    [{ code: -32603, message: 'rate limit', data: 1 }, { code: 'serverError' }],
    [undefined, { code: 'taskFailed', args: {} }],
  ])('the error %j of a failed one is that of the call', async (error, wanted) => {
    const server = new TaskServer('modern', { 'tasks/get': [modern('failed', { error })] });
    await expect(followTask(created, server)).rejects.toMatchObject({
      ...wanted,
      ...(error && { cause: error, args: { code: -32603, message: 'rate limit' } }),
    });
  });

  test('one whose questions are not answered is cancelled', async () => {
    const server = new TaskServer('modern', {
      'tasks/get': [modern('input_required', { inputRequests: { a: {} } })],
      'tasks/update': [new UserError('serverError', { code: -32602, message: 'no' })],
    });
    await expect(followTask(created, server)).rejects.toMatchObject({ code: 'serverError' });
    expect(server.methods().at(-1)).toBe('tasks/cancel');
  });

  test.each<[string, Error, boolean]>([
    ['was refused by 502', new UserError('httpError', { status: 502 }), true],
    ['was refused by 503', new UserError('httpError', { status: 503 }), true],
    ['was refused by 429', new UserError('httpError', { status: 429 }), true],
    ['was not sent', new UserError('unreachable'), true],
    ['may have come', new UserError('connectionClosed'), false],
    ['failed there', new UserError('httpError', { status: 500 }), false],
  ])('an answer that %s (%s) is sent again: %s', async (_, failure, isRepeated) => {
    const server = new TaskServer('modern', {
      'tasks/get': [
        modern('input_required', { inputRequests: { a: {} } }),
        modern('completed', { result: done }),
      ],
      'tasks/update': [failure, { resultType: 'complete' }],
    });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const followed = followTask(created, server);
    followed.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    if (isRepeated) expect(await followed).toBe(done);
    else await expect(followed).rejects.toBe(failure);
    expect(server.asked).toHaveLength(1);
    expect(server.methods().filter((one) => one === 'tasks/update')).toHaveLength(
      isRepeated ? 2 : 1,
    );
  });

  test('looks that fail for a while are made again', async () => {
    const server = new TaskServer('modern', {
      'tasks/get': [new UserError('unreachable'), modern('completed', { result: done })],
    });
    expect(await followTask(created, server)).toBe(done);
    expect(server.methods()).toEqual(['tasks/get', 'tasks/get']);
  });
});

const task = (status: string) => ({ taskId: 't', status, ttl: 60_000 });

/** A call that asks for a task by itself; `tell` has the server tell of its progress. */
async function callAsTask(answers: Record<string, MemoryAnswer | MemoryHandler> = {}) {
  const server = new MemoryServer('stdio', {
    initialize: legacyGreeting,
    'tools/call': { result: { task: task('working') } },
    ...answers,
  });
  const connection = await connectionTo(server);
  const told: number[] = [];
  const onProgress = ({ progress }: Progress): void => void told.push(progress);
  const params = { name: 'slow', task: {}, _meta: { vendor: 1 } };
  const call = connection.request('tools/call', params, { onProgress });
  const meta = server.requests('tools/call')[0]?.params?.['_meta'] as McpObject;
  const tell = (progress: number): void =>
    server.say({
      method: 'notifications/progress',
      params: { progress, progressToken: meta['progressToken'] },
    });
  return { server, connection, call, meta, told, tell };
}

test('a call that has become a task is not to be sent again, though its session was lost', async () => {
  const refusal: MemoryAnswer = { fails: httpRefusal(404) };
  const tool = { name: 'slow', inputSchema: {}, execution: { taskSupport: 'required' } };
  const tasks = { requests: { tools: { call: {} } } };
  const server = new MemoryServer('http', {
    initialize: ({ protocolVersion }) => ({
      result: { protocolVersion, capabilities: { tools: {}, tasks }, serverInfo: {} },
    }),
    'tools/list': { result: { tools: [tool] } },
    'tools/call': { result: { task: legacy('working') } },
    'tasks/get': refusal,
    ping: refusal,
  });
  const connection = await connectionTo(server);
  server.sessionId = 's1';
  await connection.request('tools/list', {});
  await expect(connection.request('tools/call', { name: 'slow' })).rejects.toMatchObject({
    code: 'connectionClosed',
    args: { method: 'tools/call' },
    reason: { cause: { code: 'sessionLost' } },
  });
});

test('a task whose call was stopped while it was created is cancelled', async () => {
  const tool = { name: 'slow', inputSchema: {}, execution: { taskSupport: 'required' } };
  const tasks = { requests: { tools: { call: {} } } };
  const server = new MemoryServer('http', {
    initialize: ({ protocolVersion }) => ({
      result: { protocolVersion, capabilities: { tools: {}, tasks }, serverInfo: {} },
    }),
    'tools/list': { result: { tools: [tool] } },
    'tools/call': 'silence',
    'tasks/cancel': { result: {} },
  });
  const connection = await connectionTo(server);
  await connection.request('tools/list', {});
  const stop = new AbortController();
  const call = connection.request('tools/call', { name: 'slow' }, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  const [created] = server.requests('tools/call');
  server.say({ id: created?.id, result: { task: legacy('working') } });
  await vi.waitFor(() =>
    expect(server.requests('tasks/cancel')).toMatchObject([{ params: { taskId: 't' } }]),
  );
  expect(server.methods).not.toContain('notifications/cancelled');
});

test('progress of a task that its client follows is told after the call has its answer', async () => {
  const { call, meta, told, tell, connection, server } = await callAsTask({
    ping: { result: {} },
    'tasks/get': { result: task('working') },
  });
  tell(1);
  expect(await call).toEqual({ task: task('working') });
  expect(meta).toMatchObject({ vendor: 1, progressToken: expect.any(String) as string });
  tell(2);
  await connection.request('tasks/get', { taskId: 't' });
  server.say({ method: 'notifications/tasks/status', params: task('input_required') });
  server.say({ method: 'notifications/tasks/status', params: { ...task('failed'), taskId: 'u' } });
  tell(3);
  expect(told).toEqual([1, 2, 3]);
});

const gone = { error: { code: -32602, message: 'No such task' } };

test.each<[string, string, MemoryAnswer]>([
  ['a look', 'tasks/get', { result: task('completed') }],
  ['a look at what is gone', 'tasks/get', gone],
  ['a list', 'tasks/list', { result: { tasks: [task('failed')] } }],
  ['its end', 'tasks/cancel', { result: task('cancelled') }],
  ['its result', 'tasks/result', { result: { content: [] } }],
  ['its error', 'tasks/result', { error: { code: -32000, message: 'Boom' } }],
])(
  'its token is worth nothing after %s has told that it is over',
  async (_what, method, answer) => {
    const { call, told, tell, connection } = await callAsTask({ [method]: answer });
    await call;
    tell(1);
    await connection.request(method, { taskId: 't' }).catch(() => undefined);
    tell(2);
    expect(told).toEqual([1]);
  },
);

test('nor after the server has told so, or refused the call', async () => {
  const ended = await callAsTask();
  await ended.call;
  ended.server.say({ method: 'notifications/tasks/status', params: task('completed') });
  const refused = await callAsTask({ 'tools/call': gone });
  await refused.call.catch(() => undefined);
  for (const { tell, told } of [ended, refused]) {
    tell(1);
    expect(told).toEqual([]);
  }
});
