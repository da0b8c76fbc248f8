import { once } from 'node:events';
import http2, { type Http2ServerResponse } from 'node:http2';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import { Http2Connection } from '../../../../../src/connection/transports/http/http2';
import type { HttpResponse } from '../../../../../src/connection/transports/http/httpResponse';
import { serveHttp2 } from '../../../../support/http2Server';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A connection with an open response, whose pings nobody answers; requests to `/silent` neither. */
async function openConnection() {
  const responses: Http2ServerResponse[] = [];
  const { port } = await serveHttp2(({ url }, response) => {
    responses.push(response);
    if (url !== '/silent') response.write('a');
  });
  const options = { port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] };
  const socket = tls.connect(options);
  await once(socket, 'secureConnect');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { connect } = http2;
  const ping = vi.fn<() => boolean>().mockReturnValue(true);
  vi.spyOn(http2, 'connect').mockImplementation((...args: Parameters<typeof connect>) =>
    Object.assign(connect(...args), { ping }),
  );
  const origin = `https://127.0.0.1:${port}`;
  const connection = new Http2Connection(origin, socket);
  const get = (path: string): Promise<HttpResponse | undefined> => {
    const url = new URL(path, origin);
    return connection.send({ url, method: 'GET', headers: {}, nearest: 2 }, () => url.host);
  };
  const first = await get('/first');
  // Longer than the silence after which it is doubted.
  vi.advanceTimersByTime(10_000);
  return { connection, get, ping, first, responses };
}

/** Longer than a ping may take; then what has come is read. */
async function standStill(): Promise<void> {
  vi.advanceTimersByTime(10_000);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

test('a connection stays over which something has come, though no ping was answered', async () => {
  const { connection, get, ping, first, responses } = await openConnection();
  await get('/second');
  expect(ping).toHaveBeenCalledOnce();
  await standStill();
  expect(connection.usable).toBe(true);
  for (const response of responses) response.end('b');
  expect(first && (await text(first.body))).toBe('ab');
});

test('one is ended over which nothing comes', async () => {
  const { connection, get, ping } = await openConnection();
  const silent = get('/silent');
  silent.catch(() => undefined);
  expect(ping).toHaveBeenCalledOnce();
  await standStill();
  expect(connection.usable).toBe(false);
  await expect(silent).rejects.toMatchObject({ code: 'connectionClosed' });
});

test('one that answered a moment ago is not pinged', async () => {
  const { get, ping } = await openConnection();
  await get('/second');
  await get('/third');
  expect(ping).toHaveBeenCalledOnce();
});
