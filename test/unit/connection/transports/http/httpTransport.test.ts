import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { UserError } from '../../../../../src/base/errors';
import { fetchFor } from '../../../../../src/connection/transports/http/fetchFor';
import { HttpTransport } from '../../../../../src/connection/transports/http/httpTransport';
import type { RequestId, RpcMessage, RpcRequest } from '../../../../../src/protocol/jsonRpc';
import {
  eventOf,
  serveScript,
  stream,
  type Answering,
  type ScriptedServer,
} from '../../../../support/scriptedServer';

const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
const result = (id: RequestId, value: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  result: value,
});
const ask = (id: number, method = 'tools/call', params: object = {}): RpcRequest => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params },
});
const initialized: RpcMessage = { jsonrpc: '2.0', method: 'notifications/initialized' };

interface Opened {
  readonly transport: HttpTransport;
  readonly server: ScriptedServer;
  readonly told: { readonly message: RpcMessage; readonly during: RequestId | undefined }[];
  readonly unanswered: { readonly id: RequestId; readonly why: UserError }[];
  readonly troubles: Error[];
  readonly missed: () => void;
  readonly closed: () => void;
}

async function open(answer: Answering, headers: Record<string, string> = {}): Promise<Opened> {
  const server = await serveScript(answer);
  const { url } = server;
  const transport = new HttpTransport({ url, headers }, fetchFor({ url }));
  onTestFinished(() => transport.close());
  const opened: Opened = {
    transport,
    server,
    told: [],
    unanswered: [],
    troubles: [],
    missed: vi.fn<() => void>(),
    closed: vi.fn<() => void>(),
  };
  await transport.start({
    message: (message, during) => opened.told.push({ message, during }),
    unanswered: (id, why) => opened.unanswered.push({ id, why }),
    troubled: (error) => opened.troubles.push(error),
    missed: opened.missed,
    closed: opened.closed,
  });
  return opened;
}

/** Answers requests by JSON and takes everything else. */
const plain: Answering = ({ method, message }, response) => {
  if (method === 'POST' && message && 'id' in message && 'method' in message) {
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' });
    response.end(JSON.stringify(result(message.id ?? 0)));
  } else response.writeHead(method === 'GET' ? 405 : 202).end();
};

describe('headers', () => {
  test('of the modern era name no session, though `initialize` began one', async () => {
    const { transport, server } = await open(plain);
    await transport.send(ask(0, 'initialize'));
    expect(transport.sessionId).toBe('s1');
    transport.setProtocolVersion('2026-07-28');
    await transport.send(ask(1, 'tools/call', { _meta: meta }));
    expect(server.arrived[1]?.headers).not.toHaveProperty('mcp-session-id');
  });

  test('of the legacy era name session and revision once they are known', async () => {
    const { transport, server } = await open(plain, { Authorization: 'Bearer x', Accept: 'no' });
    await transport.send(ask(0, 'initialize'));
    transport.setProtocolVersion('2025-11-25');
    await transport.send(ask(1), { headers: { 'mcp-param-a': 'b' } });
    const [first, second] = server.arrived.map((one) => one.headers);
    expect(first).toMatchObject({
      authorization: 'Bearer x',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    });
    expect(first).not.toHaveProperty('mcp-session-id');
    expect(first).not.toHaveProperty('mcp-protocol-version');
    expect(second).toMatchObject({
      'mcp-session-id': 's1',
      'mcp-protocol-version': '2025-11-25',
      'mcp-param-a': 'b',
    });
    expect(second).not.toHaveProperty('mcp-method');
    expect(transport.sessionId).toBe('s1');
  });

  test('of the legacy era leave out the session where that is wanted', async () => {
    const { transport, server } = await open(plain, { Authorization: 'Bearer x' });
    await transport.send(ask(0, 'initialize'));
    await transport.send(ask(1, 'ping'), { isSessionless: true });
    await transport.send(ask(2, 'ping'));
    const [, bare, next] = server.arrived.map(({ headers }) => headers);
    expect(bare).toMatchObject({ authorization: 'Bearer x' });
    expect(bare).not.toHaveProperty('mcp-session-id');
    expect(next).toMatchObject({ 'mcp-session-id': 's1' });
  });

  test('of an entry may have a line end that came with a token', async () => {
    const { transport, server } = await open(plain, { Authorization: ' Bearer x\r\n' });
    await transport.send(ask(0, 'initialize'));
    expect(server.arrived[0]?.headers).toMatchObject({ authorization: 'Bearer x' });
  });

  test('of the modern era name what the message says', async () => {
    const { transport, server } = await open(plain);
    await transport.send(ask(0, 'tools/call', { name: 'grüße', _meta: meta }));
    await transport.send(ask(1, 'resources/read', { uri: 'file:///a', _meta: meta }));
    await transport.send(ask(2, 'tools/list', { name: 'no', _meta: meta }));
    expect(server.arrived.map(({ headers }) => headers)).toMatchObject([
      {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': `=?base64?${Buffer.from('grüße').toString('base64')}?=`,
      },
      { 'mcp-method': 'resources/read', 'mcp-name': 'file:///a' },
      { 'mcp-method': 'tools/list' },
    ]);
    expect(server.arrived[2]?.headers).not.toHaveProperty('mcp-name');
  });
});

describe('answers', () => {
  test('come by JSON, also in a batch, and by a stream with what is said on the way', async () => {
    const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
    const { transport, told } = await open(({ message }, response) => {
      const { id } = message as RpcRequest;
      if (id === 2) {
        stream(response, `: comment\n\n${eventOf(progress)}event: other\ndata: x\n\n`);
        response.end(eventOf(result(2)));
      } else {
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.end(JSON.stringify(id === 1 ? [progress, result(1)] : result(0)));
      }
    });
    for (const id of [0, 1, 2]) await transport.send(ask(id));
    await vi.waitFor(() => expect(told).toHaveLength(5));
    const said = told.map(({ message, during }) => ['method' in message, during]);
    const sorted = said.map(String).toSorted((a, b) => (a < b ? -1 : 1));
    expect(sorted).toEqual(['false,0', 'false,1', 'false,2', 'true,1', 'true,2']);
  });

  test.each<[string, Answering, string]>([
    ['is cut', (_, response) => void response.end('{"jsonrpc":'), 'protocolError'],
    [
      'is to another request',
      (_, response) => void response.end(JSON.stringify(result(9))),
      'protocolError',
    ],
    [
      'breaks off',
      (_, response) => void response.write('{"json', () => response.destroy()),
      'connectionClosed',
    ],
  ])('by JSON that %s will not come', async (_name, answer, code) => {
    const { transport, unanswered } = await open((arrived, response) => {
      response.setHeader('content-type', 'application/json');
      answer(arrived, response);
    });
    await transport.send(ask(0));
    await vi.waitFor(() => expect(unanswered).toMatchObject([{ id: 0, why: { code } }]));
  });

  test('that name no request are that of the request they came for', async () => {
    const error = { code: -32700, message: 'Parse error' };
    const { transport, told, unanswered } = await open((_arrived, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
    });
    await transport.send(ask(7));
    await vi.waitFor(() => expect(told).toMatchObject([{ message: { id: 7, error }, during: 7 }]));
    expect(unanswered).toEqual([]);
  });

  test.each(['text/plain;charset=UTF-8', undefined])('may be JSON of the type %s', async (type) => {
    const { transport, told } = await open((_arrived, response) => {
      if (type !== undefined) response.setHeader('content-type', type);
      response.end(JSON.stringify(result(0)));
    });
    await transport.send(ask(0));
    await vi.waitFor(() => expect(told).toMatchObject([{ message: result(0), during: 0 }]));
  });

  test('by a page are refused', async () => {
    const { transport } = await open((_arrived, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    });
    await expect(transport.send(ask(0))).rejects.toMatchObject({ code: 'protocolError' });
  });

  test('a stream that is left open after its answer is let go', async () => {
    const gone = vi.fn<() => void>();
    const { transport } = await open((_arrived, response) => {
      response.once('close', gone);
      stream(response, eventOf(result(0)));
    });
    await transport.send(ask(0));
    await vi.waitFor(() => expect(gone).toHaveBeenCalled());
  });

  test('aborting ends one stream and says nothing', async () => {
    const open_ = new Set<object>();
    const { transport, unanswered } = await open((_arrived, response) => {
      open_.add(response);
      response.once('close', () => open_.delete(response));
      stream(response, ':\n');
    });
    const abort = new AbortController();
    await transport.send(ask(0), { signal: abort.signal });
    await transport.send(ask(1));
    abort.abort();
    await vi.waitFor(() => expect(open_.size).toBe(1));
    expect(unanswered).toEqual([]);
  });
});

describe('refusals', () => {
  test('tell status, pause and the error of their body', async () => {
    const error = { code: -32022, message: 'no', data: { supported: ['2026-07-28'] } };
    const { transport } = await open((_arrived, response) => {
      response.writeHead(400, { 'retry-after': '7' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, error }));
    });
    await expect(transport.send(ask(0))).rejects.toMatchObject({
      code: 'httpError',
      args: { status: 400, seconds: 7 },
      cause: error,
    });
  });

  test.each([
    ['tools/list', {}, 2, undefined],
    ['tools/list', { isProbe: true }, 1, 'httpError'],
    ['tools/call', {}, 1, 'httpError'],
  ])('that pass by are waited for once by %s %j', async (method, options, times, code) => {
    let refusals = 1;
    const { transport, server } = await open((arrived, response) => {
      if (refusals-- > 0) response.writeHead(429, { 'retry-after': '0' }).end();
      else plain(arrived, response);
    });
    const sent = transport.send(ask(0, method), options);
    if (code === undefined) await sent;
    else await expect(sent).rejects.toMatchObject({ code, args: { status: 429 } });
    expect(server.arrived).toHaveLength(times);
  });

  test.each([
    ['tools/list', 2],
    ['tools/call', 1],
  ])('a connection that ends without an answer is tried again by %s', async (method, times) => {
    let resets = 1;
    const { transport, server } = await open((arrived, response) => {
      if (resets-- > 0) response.socket?.resetAndDestroy();
      else plain(arrived, response);
    });
    await transport.send(ask(0, method)).catch((error: UserError) => {
      expect(error.code).toBe('connectionClosed');
    });
    expect(server.arrived).toHaveLength(times);
  });
});

describe('a stream that ends without its answer', () => {
  test('is resumed after its last event, when the server wants it', async () => {
    const { transport, server, told, unanswered } = await open(({ method, headers }, response) => {
      if (method === 'POST') stream(response).end('id: e1\nretry: 40\ndata:\n\n');
      else if (headers['last-event-id'] === 'e1') stream(response).end('id: e2\ndata:\n\n');
      else stream(response).end(eventOf(result(0)));
    });
    transport.setProtocolVersion('2025-11-25');
    await transport.send(ask(0));
    await vi.waitFor(() => expect(told).toMatchObject([{ message: { id: 0 }, during: 0 }]));
    const [post, first, second] = server.arrived;
    expect([first?.headers['last-event-id'], second?.headers['last-event-id']]).toEqual([
      'e1',
      'e2',
    ]);
    expect((first?.at ?? 0) - (post?.at ?? 0)).toBeGreaterThanOrEqual(39);
    expect(unanswered).toEqual([]);
  });

  test('fails at once without an event, in the modern era, and where it cannot be resumed', async () => {
    const { transport, unanswered, server } = await open(({ method, message }, response) => {
      const id = message && 'id' in message ? message.id : undefined;
      if (method === 'GET') response.writeHead(404).end();
      else stream(response).end(id === 0 ? '' : 'id: e1\nretry: 1\ndata:\n\n');
    });
    transport.setProtocolVersion('2025-11-25');
    await transport.send(ask(0));
    await transport.send(ask(1, 'tools/call', { _meta: meta }));
    await transport.send(ask(2));
    await vi.waitFor(() => expect(unanswered).toHaveLength(3));
    expect(unanswered.map(({ why }) => why.code)).toEqual(Array(3).fill('connectionClosed'));
    expect(server.arrived.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  test('is resumed once the server has noticed the end of the stream before', async () => {
    let gets = 0;
    const { transport, told, unanswered } = await open(({ method }, response) => {
      if (method === 'POST') stream(response).end('id: e1\nretry: 1\ndata:\n\n');
      else if (++gets === 1) response.writeHead(409).end();
      else stream(response).end(eventOf(result(0)));
    });
    transport.setProtocolVersion('2025-11-25');
    await transport.send(ask(0));
    await vi.waitFor(() => expect(told).toMatchObject([{ message: { id: 0 }, during: 0 }]), 5_000);
    expect(unanswered).toEqual([]);
  });

  test('is resumed as long as it stays open for some seconds each time', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 6_000));
    onTestFinished(() => clock.mockRestore());
    let gets = 0;
    const { transport, told, unanswered } = await open(({ method }, response) => {
      if (method === 'POST') return void stream(response).end('id: e1\nretry: 1\ndata:\n\n');
      if (++gets < 12) response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
      else stream(response).end(eventOf(result(0)));
    });
    transport.setProtocolVersion('2025-11-25');
    await transport.send(ask(0));
    await vi.waitFor(() => expect([...told, ...unanswered]).toHaveLength(1));
    expect(told).toMatchObject([{ message: { id: 0 }, during: 0 }]);
  });

  test('is not resumed for ever', async () => {
    const { transport, unanswered, server } = await open(({ method }, response) => {
      if (method === 'GET') response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
      else stream(response).end('id: e1\nretry: 1\ndata:\n\n');
    });
    transport.setProtocolVersion('2025-11-25');
    await transport.send(ask(0));
    await vi.waitFor(() => expect(unanswered).toHaveLength(1));
    expect(server.arrived.length).toBeLessThan(10);
  });
});

describe('the stream of the session', () => {
  test('brings what the server says by itself, and goes on after its last event', async () => {
    const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    let gets = 0;
    const { transport, server, told } = await open((arrived, response) => {
      if (arrived.method !== 'GET') return plain(arrived, response);
      gets += 1;
      if (gets === 1) stream(response).end(`retry: 10\n${eventOf(changed, 'e1')}`);
      else stream(response, eventOf(changed));
    });
    transport.setProtocolVersion('2025-11-25');
    await transport.send(initialized);
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(told[0]).toEqual({ message: changed, during: undefined });
    const again = server.arrived.filter(({ method }) => method === 'GET');
    expect(again[1]?.headers['last-event-id']).toBe('e1');
    expect((again[1]?.at ?? 0) - (again[0]?.at ?? 0)).toBeGreaterThan(900);
  });

  test.each([
    ['tells that something may be missed when it is opened again', '', 1],
    ['misses nothing where the server sends again what it has sent', 'id: 1\ndata:\n\n', 0],
  ])('%s', async (_what, event, count) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let gets = 0;
    const { transport, missed } = await open((arrived, response) => {
      if (arrived.method !== 'GET') return plain(arrived, response);
      gets += 1;
      if (gets < 3) stream(response).end(event);
      else stream(response, ':\n');
    });
    transport.setProtocolVersion('2025-11-25');
    await transport.send(initialized);
    await vi.waitFor(() => expect(gets).toBe(3), 10_000);
    expect(missed).toHaveBeenCalledTimes(count);
    // Later, once for those that followed soon.
    await vi.waitFor(() => {
      vi.advanceTimersByTime(300_000);
      expect(missed).toHaveBeenCalledTimes(2 * count);
    });
    vi.advanceTimersByTime(600_000);
    expect(missed).toHaveBeenCalledTimes(2 * count);
  });

  test('is opened without its last event where the server does not know that any more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const lastEvents: unknown[] = [];
    const { transport, missed } = await open((arrived, response) => {
      if (arrived.method !== 'GET') return plain(arrived, response);
      lastEvents.push(arrived.headers['last-event-id']);
      if (lastEvents.length === 1) stream(response).end('id: e1\ndata:\n\n');
      else if (lastEvents.length === 2) response.writeHead(400).end();
      else stream(response, ':\n');
    });
    transport.setProtocolVersion('2025-11-25');
    await transport.send(initialized);
    await vi.waitFor(() => {
      vi.advanceTimersByTime(60_000);
      expect(lastEvents).toEqual([undefined, 'e1', undefined]);
    });
    await vi.waitFor(() => expect(missed).toHaveBeenCalledOnce());
  });

  test('is not asked for again where there is none', async () => {
    const { transport, server, troubles } = await open(plain);
    transport.setProtocolVersion('2025-11-25');
    await transport.send(initialized);
    await vi.waitFor(() => expect(server.arrived).toHaveLength(2));
    await transport.send(ask(1));
    expect(troubles).toEqual([]);
    expect(server.arrived.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  // A server answers 409 while it has yet to notice the end of the stream before.
  test.each([503, 409])('that failed with %i is opened soon after an answer', async (status) => {
    let gets = 0;
    const { transport, server, troubles } = await open((arrived, response) => {
      if (arrived.method !== 'GET') return plain(arrived, response);
      gets += 1;
      if (gets <= 2) response.writeHead(status).end();
      else stream(response, ':\n');
    });
    transport.setProtocolVersion('2025-11-25');
    await transport.send(initialized);
    // One second after the first failure; two more would pass until the third attempt.
    await vi.waitFor(() => expect(gets).toBe(2));
    const failed = performance.now();
    await vi.waitFor(async () => {
      await transport.send(ask(1));
      expect(gets).toBe(3);
    }, 3_000);
    expect(performance.now() - failed).toBeLessThan(1_900);
    expect(troubles).toHaveLength(2);
    expect(server.arrived.length).toBeGreaterThan(4);
  });
});

describe('leaving', () => {
  test('ends the session, and everything that is open', async () => {
    const gone = vi.fn<() => void>();
    const { transport, server, closed, unanswered } = await open((arrived, response) => {
      const { message } = arrived;
      if (message && 'method' in message && message.method === 'tools/call') {
        response.once('close', gone);
        stream(response, ':\n');
      } else plain(arrived, response);
    });
    await transport.send(ask(0, 'initialize'));
    transport.setProtocolVersion('2025-11-25');
    await transport.send(ask(1));
    await Promise.all([transport.close(), transport.close()]);
    expect(server.arrived.at(-1)).toMatchObject({
      method: 'DELETE',
      headers: { 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-11-25' },
    });
    await vi.waitFor(() => expect(gone).toHaveBeenCalled());
    expect(closed).toHaveBeenCalledOnce();
    expect(unanswered).toEqual([]);
  });

  test('a session that a probe has begun is ended, and not used before', async () => {
    const { transport, server } = await open(plain);
    await transport.send(ask(0, 'initialize'), { isProbe: true });
    await transport.send(ask(1));
    await transport.close();
    const sessions = server.arrived.map(({ method, headers }) => [
      method,
      headers['mcp-session-id'],
    ]);
    expect(sessions).toEqual([
      ['POST', undefined],
      ['POST', undefined],
      ['DELETE', 's1'],
    ]);
  });

  test('a session that is forgotten is not ended', async () => {
    const { transport, server } = await open(plain);
    await transport.send(ask(0, 'initialize'));
    await transport.abandonSession();
    await transport.close();
    expect(server.arrived.map(({ method }) => method)).toEqual(['POST']);
  });
});

test('answers that nobody reads let their connection be used again', async () => {
  const { transport, server } = await open(({ message }, response) => {
    const isCall = message && 'id' in message;
    response.writeHead(isCall ? 500 : 202, { 'content-type': 'text/plain' });
    setImmediate(() => response.end(isCall ? 'Internal error' : 'Accepted'));
  });
  for (let id = 0; id < 4; id++) {
    await transport.send({ jsonrpc: '2.0', method: 'notifications/x' });
    await expect(transport.send(ask(id))).rejects.toMatchObject({ code: 'httpError' });
  }
  // Whoever is quicker than the end of an answer takes another one.
  expect(new Set(server.arrived.map(({ port }) => port)).size).toBeLessThanOrEqual(2);
});

test('many requests leave no listener on the signal that they share', async () => {
  const warned = vi.fn<(warning: Error) => void>();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const { transport, told } = await open(plain);
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 50 }, (_, id) => transport.send(ask(id), { signal })));
  await vi.waitFor(() => expect(told).toHaveLength(50));
  expect(warned).not.toHaveBeenCalled();
});
