import { once } from 'node:events';
import { createServer } from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Http1Agent, sendOverHttp1 } from '../../../../../src/connection/transports/http/http1';

const mostIdle = 500;

/** Nothing happens meanwhile, as while a large message is read, or a machine sleeps. */
function standStill(milliseconds: number): void {
  const end = Date.now() + milliseconds;
  while (Date.now() < end);
}

/** Gets the answers at a port. */
function visitorOf(port: number) {
  const sockets: Socket[] = [];
  const dial = async (): Promise<Socket> => {
    const socket = net.connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const agent = new Http1Agent(dial, mostIdle);
  onTestFinished(() => agent.destroy());
  const url = new URL(`http://127.0.0.1:${port}/`);
  const get = async (headers: Record<string, string> = {}): Promise<string> => {
    const exchange = { url, method: 'GET', headers, nearest: 2 } as const;
    const { body } = await sendOverHttp1(exchange, { agent, path: '/' });
    return text(body);
  };
  const post = async (body: string): Promise<number> => {
    const exchange = { url, method: 'POST', headers: {}, body, nearest: 2 } as const;
    const answer = await sendOverHttp1(exchange, { agent, path: '/' });
    answer.body.resume().on('error', () => undefined);
    return answer.status;
  };
  return { get, post, sockets };
}

async function listeningPort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Gets answers of a server, whose connections are counted. */
async function openServer(keepAliveTimeout = 5_000) {
  let connections = 0;
  let open = 0;
  const server = createServer({ keepAliveTimeout }, (_request, response) => response.end('there'));
  server.on('connection', (socket) => {
    connections += 1;
    open += 1;
    socket.once('close', () => (open -= 1));
  });
  const { get } = visitorOf(await listeningPort(server));
  return { get, connections: () => connections, open: () => open };
}

test.each([
  ['a connection is kept for the next request', 0, 1],
  ['one that grew old while the process stood still is not used', mostIdle + 100, 2],
])('%s', async (_name, still, expected) => {
  const { get, connections } = await openServer();
  await get();
  // The connection is free only once its answer has ended.
  await new Promise(setImmediate);
  standStill(still);
  expect(await get()).toBe('there');
  expect(connections()).toBe(expected);
});

test('one is not kept that the server is about to close', async () => {
  const { get, connections } = await openServer(1_000);
  for (const round of [1, 2]) {
    await get();
    await new Promise(setImmediate);
    expect(connections()).toBe(round);
  }
});

test('those that nobody uses are closed by themselves', async () => {
  // Longer than the test may take, as the server would close them.
  const { get, open } = await openServer(600_000);
  await Promise.all([get(), get()]);
  await vi.waitFor(() => expect(open()).toBe(2));
  await vi.waitFor(() => expect(open()).toBe(0), { timeout: 20 * mostIdle });
});

test('a clock that was set back keeps none of them', async () => {
  const { get, connections } = await openServer(600_000);
  await get();
  await new Promise(setImmediate);
  const hourAgo = Date.now() - 3_600_000;
  vi.spyOn(Date, 'now').mockReturnValue(hourAgo);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await get()).toBe('there');
  expect(connections()).toBe(2);
});

test('a request that cannot be written fails alone, also among others of the same turn', async () => {
  const { get } = await openServer();
  // Trailers are only for bodies in chunks.
  const refused = (): Promise<string> => get({ trailer: 'x' });
  await expect(refused()).rejects.toMatchObject({ code: 'unreachable' });
  const all = await Promise.allSettled([get(), refused(), get()]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await get()).toBe('there');
});

test('a request that nobody takes was not sent', async () => {
  const server = net.createServer();
  const port = await listeningPort(server);
  server.close();
  await once(server, 'close');
  const { get } = visitorOf(port);
  await expect(get()).rejects.toMatchObject({
    code: 'unreachable',
    args: { cause: 'ECONNREFUSED' },
  });
});

test.each(['ETIMEDOUT', 'ECONNABORTED', 'ECONNRESET'])(
  'a request may have been executed that was written before the connection broke (%s)',
  async (code) => {
    const server = net.createServer();
    const { get, sockets } = visitorOf(await listeningPort(server));
    const asked = once(server, 'connection').then(([socket]) => once(socket as Socket, 'data'));
    const answer = get();
    answer.catch(() => undefined);
    await asked;
    sockets[0]?.destroy(Object.assign(new Error('broken'), { code }));
    await expect(answer).rejects.toMatchObject({ code: 'connectionClosed' });
  },
);

test('a request that is answered before it was read is not sent once more', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ method, socket }, response) => {
    asked.push(method);
    if (method === 'GET') return void response.end('there');
    response.writeHead(429, { 'content-length': 0 });
    response.end(() => socket.resetAndDestroy());
  });
  const { get, post, sockets } = visitorOf(await listeningPort(server));
  await get();
  expect(await post('x'.repeat(50_000_000))).toBe(429);
  await vi.waitFor(() => expect(sockets[0]?.closed).toBe(true));
  await get();
  expect(asked).toEqual(['GET', 'POST', 'GET']);
});

test('an answer that is no HTTP is told as one, and not as a request that was not sent', async () => {
  const server = net.createServer((socket) => socket.once('data', () => socket.end('who?')));
  const { get } = visitorOf(await listeningPort(server));
  await expect(get()).rejects.toMatchObject({ code: 'protocolError' });
});
