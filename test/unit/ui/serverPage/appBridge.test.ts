import { afterEach, describe, expect, test, vi } from 'vitest';
import type { McpObject } from '../../../../src/ipc/state';
import { AppBridge } from '../../../../src/ui/serverPage/appBridge';

const call = {
  tool: { name: 'echo', inputSchema: { type: 'object' } },
  arguments: { text: 'hello' },
  result: { content: [{ type: 'text', text: 'hello' }] },
};

/** A bridge whose app has done as many steps of its beginning. */
function bridgeWith({ isBegun = true, request = vi.fn(async () => ({ done: true })) } = {}) {
  const sent: McpObject[] = [];
  const heights: number[] = [];
  const clock = { now: 0 };
  const bridge = new AppBridge(
    { post: (message) => sent.push(message), request, resize: (height) => heights.push(height) },
    call,
    () => ({ theme: 'dark' }),
    () => clock.now,
  );
  const send = (message: unknown): void => bridge.receive(message);
  const ask = async (method: string, params?: unknown): Promise<McpObject | undefined> => {
    const id = `ask ${sent.length}`;
    send({ jsonrpc: '2.0', id, method, params });
    await vi.waitFor(() => expect(sent.some((one) => one['id'] === id)).toBe(true));
    return sent.find((one) => one['id'] === id);
  };
  if (isBegun) {
    send({ jsonrpc: '2.0', id: 0, method: 'ui/initialize', params: { protocolVersion: 'x' } });
    send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' });
  }
  return { bridge, sent, heights, clock, send, ask, request };
}

describe('the beginning', () => {
  test('tells the context, then the arguments and the result once', async () => {
    const { sent, ask, send } = bridgeWith({ isBegun: false });
    send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' });
    expect(sent).toEqual([]);
    expect(await ask('ui/initialize', { protocolVersion: '2026-01-26' })).toMatchObject({
      result: {
        protocolVersion: '2026-01-26',
        hostInfo: { name: 'mcp-roundhouse' },
        hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {} },
        hostContext: { theme: 'dark', toolInfo: { tool: call.tool } },
      },
    });
    for (let time = 0; time < 2; time++)
      send({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} });
    expect(sent.slice(1)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'ui/notifications/tool-input',
        params: { arguments: call.arguments },
      },
      { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: call.result },
    ]);
  });

  test('an app that has not begun gets nothing of the server', async () => {
    const { ask, request } = bridgeWith({ isBegun: false });
    expect(await ask('tools/call', { name: 'echo' })).toMatchObject({ error: { code: -32600 } });
    expect(request).not.toHaveBeenCalled();
  });

  test('a changed theme is told to an app that has begun', async () => {
    const { bridge, sent } = bridgeWith();
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    bridge.contextChanged();
    expect(sent.at(-1)).toMatchObject({
      method: 'ui/notifications/host-context-changed',
      params: { theme: 'dark' },
    });
    const early = bridgeWith({ isBegun: false });
    early.bridge.contextChanged();
    expect(early.sent).toEqual([]);
  });
});

describe('requests', () => {
  test('those of the editor are passed on with what is known of them', async () => {
    const { ask, request } = bridgeWith();
    const params = { name: 'echo', arguments: { a: 1 }, server: 'another', route: 'person' };
    expect(await ask('tools/call', params)).toMatchObject({ result: { done: true } });
    expect(request).toHaveBeenCalledWith('tools/call', { name: 'echo', arguments: { a: 1 } });
    await ask('resources/read', { uri: 'ui://x' });
    expect(request).toHaveBeenLastCalledWith('resources/read', { uri: 'ui://x' });
    await ask('ui/open-link', { url: 'https://example.com' });
    expect(request).toHaveBeenLastCalledWith('ui/open-link', { url: 'https://example.com' });
  });

  test('a failure is an error with its sentence', async () => {
    const request = vi.fn(async () => Promise.reject(new Error('You refused.')));
    const { ask } = bridgeWith({ request });
    const answer = await ask('tools/call', { name: 'echo' });
    expect(answer?.['error']).toEqual({ code: -32000, message: 'You refused.' });
  });

  test.each([
    'ui/message',
    'ui/update-model-context',
    'ui/download-file',
    'sampling/createMessage',
    'tools/list',
    'prompts/get',
    'constructor',
  ])('%s is refused', async (method) => {
    const { ask, request } = bridgeWith();
    expect(await ask(method, {})).toMatchObject({ error: { code: -32601 } });
    expect(request).not.toHaveBeenCalled();
  });

  test.each([
    ['tools/call', { name: 1 }],
    ['tools/call', { name: 'x', arguments: 'y' }],
    ['resources/read', {}],
    ['ui/open-link', { url: null }],
    ['ui/initialize', {}],
  ])('%s with wrong params is refused', async (method, params) => {
    const { ask, request } = bridgeWith();
    expect(await ask(method, params)).toMatchObject({ error: { code: -32602 } });
    expect(request).not.toHaveBeenCalled();
  });

  test('ping is answered, and there is only one way to be shown', async () => {
    const { ask } = bridgeWith();
    expect(await ask('ping')).toMatchObject({ result: {} });
    const mode = await ask('ui/request-display-mode', { mode: 'fullscreen' });
    expect(mode).toMatchObject({ result: { mode: 'inline' } });
  });
});

describe('the end', () => {
  afterEach(() => vi.useRealTimers());

  /** Tears it down. @returns a function that has been called by its end. */
  function end({ bridge }: ReturnType<typeof bridgeWith>): () => void {
    const ended = vi.fn();
    void bridge.tearDown().then(ended);
    return ended;
  }

  test('an app is told of its end, and has ended once it answers', async () => {
    vi.useFakeTimers();
    const app = bridgeWith();
    const ended = end(app);
    const params = {};
    expect(app.sent).toContainEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'ui/resource-teardown',
      params,
    });
    app.send({ jsonrpc: '2.0', id: 2, result: {} });
    await vi.advanceTimersByTimeAsync(400);
    expect(ended).not.toHaveBeenCalled();
    app.send({ jsonrpc: '2.0', id: 1, result: {} });
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalled();
  });

  test('an app that has not begun is not told', async () => {
    vi.useFakeTimers();
    const app = bridgeWith({ isBegun: false });
    const ended = end(app);
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalled();
    expect(app.sent).toEqual([]);
  });

  test('an app that does not answer ends soon, or with the requests by which it may save its work', async () => {
    vi.useFakeTimers();
    const idle = end(bridgeWith());
    await vi.advanceTimersByTimeAsync(500);
    expect(idle).toHaveBeenCalled();
    let answer: (result: { done: boolean }) => void = () => undefined;
    const request = vi.fn(() => new Promise<{ done: boolean }>((resolve) => (answer = resolve)));
    const saving = bridgeWith({ request });
    const ended = end(saving);
    saving.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'save' } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ended).not.toHaveBeenCalled();
    answer({ done: true });
    await vi.advanceTimersByTimeAsync(0);
    saving.clock.now += 500;
    await vi.advanceTimersByTimeAsync(500);
    expect(ended).toHaveBeenCalled();
  });

  test('an app has time to save more after each answer', async () => {
    vi.useFakeTimers();
    const app = bridgeWith({ request: vi.fn(async () => ({ done: true })) });
    const ended = end(app);
    const pass = async (milliseconds: number): Promise<void> => {
      app.clock.now += milliseconds;
      await vi.advanceTimersByTimeAsync(milliseconds);
    };
    const save = async (id: number): Promise<void> => {
      app.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'save' } });
      await pass(0);
    };
    await pass(495);
    await save(2);
    await pass(495);
    expect(ended).not.toHaveBeenCalled();
    await save(3);
    await pass(495);
    expect(ended).not.toHaveBeenCalled();
    await pass(10);
    expect(ended).toHaveBeenCalled();
  });

  test('an app that asks for ever ends after a minute', async () => {
    vi.useFakeTimers();
    const app = bridgeWith({ request: vi.fn(() => new Promise<never>(() => {})) });
    const ended = end(app);
    app.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'save' } });
    app.clock.now += 60_000;
    await vi.advanceTimersByTimeAsync(500);
    expect(ended).toHaveBeenCalled();
  });
});

describe('bounds', () => {
  const self: Record<string, unknown> = {};
  self['self'] = self;
  test.each([
    null,
    'text',
    [],
    { method: 'ping', id: 1 },
    { jsonrpc: '2.0', id: {}, method: 'ping' },
    { jsonrpc: '2.0', id: 1, method: 'ping', params: 'text' },
    { jsonrpc: '2.0', id: 1, result: {} },
    { kind: 'gone', text: 'as the editor says it' },
  ])('%j is no message and is dropped', async (message) => {
    const { send, sent, ask } = bridgeWith();
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    send(message);
    await ask('ping');
    expect(sent).toHaveLength(4);
  });

  test.each([
    ['large', { name: 'echo', arguments: { text: 'x'.repeat(1_000_001) } }],
    ['no JSON', { name: 'echo', arguments: self }],
    ['no JSON either', { name: 'echo', arguments: { big: 1n } }],
  ])('a message that is %s is refused', async (_what, params) => {
    const { ask, request } = bridgeWith();
    expect(await ask('tools/call', params)).toMatchObject({ error: { code: -32600 } });
    expect(request).not.toHaveBeenCalled();
  });

  test('a storm is refused until time has passed', async () => {
    const { ask, send, sent, clock, heights } = bridgeWith();
    for (let id = 1; id <= 200; id++) send({ jsonrpc: '2.0', id, method: 'ping' });
    await vi.waitFor(() => expect(sent.filter(({ id }) => id === 200)).toHaveLength(1));
    expect(sent.filter((one) => 'error' in one)).toHaveLength(102);
    send({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 9 } });
    expect(heights).toEqual([]);
    clock.now += 1_000;
    expect(await ask('ping')).toMatchObject({ result: {} });
  });

  test('only so many requests are open at a time', async () => {
    const ends: (() => void)[] = [];
    const request = vi.fn(
      () => new Promise<{ done: boolean }>((resolve) => ends.push(() => resolve({ done: true }))),
    );
    const { ask, send } = bridgeWith({ request });
    for (let id = 1; id <= 8; id++)
      send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'slow' } });
    expect(await ask('tools/call', { name: 'slow' })).toMatchObject({ error: { code: -32000 } });
    expect(request).toHaveBeenCalledTimes(8);
    ends.shift()?.();
    await vi.waitFor(() => {
      send({ jsonrpc: '2.0', id: 'more', method: 'tools/call', params: { name: 'slow' } });
      expect(request).toHaveBeenCalledTimes(9);
    });
  });

  test.each([-1, NaN, Infinity, '5', undefined])('%s is no height', (height) => {
    const { send, heights } = bridgeWith();
    send({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height } });
    send({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 300 } });
    expect(heights).toEqual([300]);
  });
});
