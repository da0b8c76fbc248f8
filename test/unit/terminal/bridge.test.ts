import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { metaKeys, metaOf } from '../../../src/protocol/meta';
import type { RequestId, RpcMessage } from '../../../src/protocol/jsonRpc';
import type { McpObject } from '../../../src/ipc/state';
import { Bridge } from '../../../src/terminal/bridge';

interface Asked {
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: McpObject;
}

type Take = (asked: Asked, response: ServerResponse, count: number) => void;

const ending: (() => void)[] = [];

afterEach(() => {
  for (const end of ending.splice(0)) end();
});

/** Answers with what is given, or as a server that has nothing. */
function respond(response: ServerResponse, { id }: Asked, result: McpObject = {}): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

const respondTo: Take = (asked, response) => respond(response, asked, params);

/** A place over HTTP that does what the test says; `count`: of the requests of that method so far. */
async function openEndpoint(take: Take) {
  const counts = new Map<string, number>();
  const told: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = JSON.parse(await readText(request)) as Asked;
    const method = String(asked.method);
    const count = (counts.get(method) ?? 0) + 1;
    counts.set(method, count);
    if (asked.id === undefined) {
      told.push(method);
      response.writeHead(202).end();
    } else take(asked, response, count);
  };
  const server = http.createServer((request, response) => {
    if (request.method === 'POST') void serve(request, response);
    else response.writeHead(405).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ending.push(() => (server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, token: 'token', told };
}

function openBridge() {
  const sent: RpcMessage[] = [];
  const onLost = vi.fn<() => void>();
  const notice = vi.fn<() => string | undefined>();
  const bridge = new Bridge({
    send: (message) => void sent.push(message),
    unavailableReason: () => ({ code: 'noWindow' }),
    describe: ({ code }) => code,
    onLost,
    notice,
    timeouts: { handshake: 1_000, retryDelay: 10 },
  });
  ending.push(() => bridge.dispose());
  const ask = (id: number, method: string, params: McpObject = {}): void =>
    bridge.receive({ jsonrpc: '2.0', id, method, params });
  const answerTo = async (id: number): Promise<RpcMessage> => {
    const answer = (): RpcMessage | undefined =>
      sent.find((message) => !('method' in message) && message.id === id);
    await vi.waitFor(() => expect(answer()).toBeDefined());
    return answer() as RpcMessage;
  };
  return { bridge, sent, onLost, notice, ask, answerTo };
}

const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} };
const _meta = { [metaKeys.protocolVersion]: '2026-07-28' };

test('what befalls one request is of no concern to the others', async () => {
  let finish = (): void => undefined;
  const endpoint = await openEndpoint((asked, response, count) => {
    const { method, params: { name } = {} } = asked;
    if (name === 'slow') finish = () => respond(response, asked, { content: [] });
    else if (name === 'odd') response.setHeader('content-type', 'application/json').end('no JSON');
    else if (method === 'tools/list' && count === 1) response.writeHead(500).end();
    else respond(response, asked, { tools: [] });
  });
  const { bridge, onLost, ask, answerTo } = openBridge();
  await bridge.attach(endpoint);
  ask(1, 'tools/call', { name: 'slow' });
  ask(2, 'tools/list');
  expect(await answerTo(2)).toMatchObject({ result: { tools: [] } });
  ask(3, 'tools/call', { name: 'odd' });
  expect(await answerTo(3)).toMatchObject({ error: { message: 'protocolError' } });
  finish();
  expect(await answerTo(1)).toMatchObject({ result: { content: [] } });
  expect(onLost).not.toHaveBeenCalled();
});

test('an endpoint that ends its session has what reads sent again, and nothing else', async () => {
  const endpoint = await openEndpoint((asked, response, count) => {
    const { id, method } = asked;
    if (method === 'tools/list' && count > 1) return respond(response, asked, { tools: [] });
    const error = { code: -32603, message: 'left', data: { code: 'windowLeft' } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
  });
  const { bridge, ask, answerTo } = openBridge();
  await bridge.attach(endpoint);
  ask(1, 'tools/list');
  ask(2, 'tools/call', { name: 'pay' });
  expect(await answerTo(1)).toMatchObject({ result: { tools: [] } });
  expect(await answerTo(2)).toMatchObject({ error: { message: 'windowLeft' } });
});

test('where there is no endpoint the client is sent why at once, and later what is to be known of one', async () => {
  const { bridge, ask, answerTo, sent, notice } = openBridge();
  ask(1, 'initialize', params);
  ask(2, 'tools/list');
  expect(sent).toEqual([]);
  bridge.noEndpoint();
  expect(await answerTo(1)).toMatchObject({ result: { instructions: 'noWindow' } });
  expect(await answerTo(2)).toMatchObject({ result: { tools: [] } });
  ask(3, 'server/discover', { _meta });
  expect(await answerTo(3)).toMatchObject({ result: { instructions: 'noWindow' } });
  notice.mockReturnValue('only your own');
  const instructions = 'I am a till.';
  await bridge.attach(
    await openEndpoint((asked, response) => respond(response, asked, { instructions })),
  );
  ask(4, 'server/discover', { _meta });
  expect(await answerTo(4)).toMatchObject({
    result: { instructions: 'only your own\n\nI am a till.' },
  });
});

test('an endpoint that knows the client no more is left, and the next one is asked', async () => {
  const gone = await openEndpoint((_asked, response) => void response.writeHead(404).end());
  const { bridge, onLost, ask, answerTo } = openBridge();
  await bridge.attach(gone);
  ask(1, 'tools/call', { name: 'first' });
  await vi.waitFor(() => expect(onLost).toHaveBeenCalled());
  await bridge.attach(await openEndpoint((asked, response) => respond(response, asked)));
  expect(await answerTo(1)).toMatchObject({ result: {} });
});

test('an endpoint is left when its calls are over; nothing else keeps the client there', async () => {
  const answers: (() => void)[] = [];
  const endpoint = await openEndpoint((asked, response) => {
    answers.push(() => respond(response, asked));
  });
  const { bridge, onLost, ask, answerTo } = openBridge();
  await bridge.attach(endpoint);
  ask(1, 'tools/call', { name: 'pay' });
  ask(2, 'subscriptions/listen', { _meta, notifications: {} });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  bridge.leave();
  expect(onLost).not.toHaveBeenCalled();
  answers[0]?.();
  await answerTo(1);
  expect(onLost).toHaveBeenCalledOnce();
  await bridge.attach(await openEndpoint(respondTo));
  ask(3, 'tools/call', { name: 'pay' });
  await answerTo(3);
  expect(onLost).toHaveBeenCalledOnce();
  bridge.leave();
  expect(onLost).toHaveBeenCalledTimes(2);
});

test('a request whose id is in use is refused, and the first one goes on', async () => {
  const { bridge, sent, ask, answerTo } = openBridge();
  ask(1, 'tools/call', { name: 'first' });
  ask(1, 'tools/call', { name: 'second' });
  expect(sent).toMatchObject([{ id: 1, error: { code: -32600 } }]);
  sent.splice(0);
  const answered = await openEndpoint((asked, response) =>
    respond(response, asked, { of: asked.params?.['name'] }),
  );
  await bridge.attach(answered);
  expect(await answerTo(1)).toMatchObject({ result: { of: 'first' } });
});

test('no call waits for what is watched at another endpoint; one that does not greet is left', async () => {
  const first = await openEndpoint((asked, response) =>
    respond(response, asked, { protocolVersion: '2025-11-25' }),
  );
  const { bridge, ask, answerTo } = openBridge();
  await bridge.attach(first);
  ask(1, 'initialize', params);
  await answerTo(1);
  ask(2, 'resources/subscribe', { uri: 'shop://prices' });
  await answerTo(2);
  const watched = vi.fn<() => void>();
  const second = await openEndpoint((asked, response) => {
    if (asked.method === 'resources/subscribe') watched();
    else respond(response, asked, { protocolVersion: '2025-11-25' });
  });
  await bridge.attach(second);
  ask(3, 'tools/call', { name: 'first' });
  expect(await answerTo(3)).toMatchObject({ result: {} });
  expect(watched).toHaveBeenCalledOnce();
  const mute = await openEndpoint(() => undefined);
  await expect(bridge.attach(mute)).rejects.toThrow();
});

test('a client is sent that what it watches may be another at the next endpoint', async () => {
  const [first, next] = [await openEndpoint(respondTo), await openEndpoint(respondTo)];
  const { bridge, sent, ask, answerTo } = openBridge();
  await bridge.attach(first);
  ask(1, 'initialize', params);
  await answerTo(1);
  for (const [id, uri] of [
    [2, 'shop://prices'],
    [3, 'shop://stock'],
  ] as const) {
    ask(id, 'resources/subscribe', { uri });
    await answerTo(id);
  }
  ask(4, 'resources/unsubscribe', { uri: 'shop://stock' });
  await answerTo(4);
  const updates = (): unknown[] =>
    sent.filter((one) => 'method' in one && one.method === 'notifications/resources/updated');
  expect(updates()).toEqual([]);
  await bridge.attach(next);
  await vi.waitFor(() => expect(updates()).toMatchObject([{ params: { uri: 'shop://prices' } }]));
});

test('folders that a client has told of are those of the next endpoint, too', async () => {
  const [first, next] = [await openEndpoint(respondTo), await openEndpoint(respondTo)];
  const { bridge, ask, answerTo } = openBridge();
  await bridge.attach(first);
  ask(1, 'initialize', params);
  await answerTo(1);
  bridge.detach();
  bridge.receive({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
  await bridge.attach(next);
  const told = ['notifications/initialized', 'notifications/roots/list_changed'];
  await vi.waitFor(() => expect(next.told).toEqual(told));
  expect(first.told).toEqual([]);
});

test('a client listens for as long as it wants, and each of its listenings is sent of what it missed', async () => {
  const { bridge, sent, onLost, ask } = openBridge();
  const notifications = { toolsListChanged: true, resourceSubscriptions: ['shop://prices'] };
  for (const id of [1, 2]) {
    ask(id, 'subscriptions/listen', { _meta, notifications });
  }
  for (let round = 1; round < 6; round++) {
    const busy = await openEndpoint((_asked, response) => void response.writeHead(503).end());
    await bridge.attach(busy);
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(2 * round));
  }
  const method = 'notifications/subscriptions/acknowledged';
  const last = await openEndpoint(({ id }, response) => {
    const meta = { [metaKeys.subscriptionId]: id };
    const message = { jsonrpc: '2.0', method, params: { _meta: meta, notifications } };
    response.setHeader('content-type', 'text/event-stream');
    response.write(`data: ${JSON.stringify(message)}\n\n`);
  });
  await bridge.attach(last);
  const changes = (of: string): unknown[] =>
    sent.flatMap((message) =>
      'method' in message && message.method === of
        ? [[metaOf(message.params)[metaKeys.subscriptionId], message.params?.['uri']]]
        : [],
    );
  for (const [of, uri] of [
    ['notifications/tools/list_changed', undefined],
    ['notifications/resources/updated', 'shop://prices'],
  ] as const) {
    const both = new Set([1, 2].map((id) => [id, uri]));
    await vi.waitFor(() => expect(new Set(changes(of))).toEqual(both));
  }
  expect(sent.every((message) => 'method' in message)).toBe(true);
});
