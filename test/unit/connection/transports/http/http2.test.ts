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

/** A connection with an open response, whose pings nobody answers. */
async function openConnection(silence = 100_000) {
  const responses: Http2ServerResponse[] = [];
  const { port } = await serveHttp2((_request, response) => {
    responses.push(response);
    response.write('a');
  });
  const options = { port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] };
  const socket = tls.connect(options);
  await once(socket, 'secureConnect');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { connect } = http2;
  const ping = vi.fn<(told: (error: Error | null) => void) => boolean>().mockReturnValue(true);
  vi.spyOn(http2, 'connect').mockImplementation((...args: Parameters<typeof connect>) =>
    Object.assign(connect(...args), { ping }),
  );
  const origin = `https://127.0.0.1:${port}`;
  const connection = new Http2Connection(origin, socket);
  const get = (signal?: AbortSignal): Promise<HttpResponse | undefined> => {
    const request = {
      url: new URL(origin),
      method: 'GET',
      headers: {},
      nearest: 2,
      signal,
    } as const;
    return connection.send(request);
  };
  const first = await get();
  vi.advanceTimersByTime(silence);
  return { connection, get, ping, first, responses, socket };
}

/** Longer than a ping may take; then what has come is read. */
async function standStill(): Promise<void> {
  vi.advanceTimersByTime(10_000);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

test('a connection stays over which something has come, though no ping was answered', async () => {
  const { connection, get, ping, first, responses, socket } = await openConnection();
  const { bytesRead } = socket;
  const requests = [get(), get()];
  expect(ping).toHaveBeenCalledOnce();
  responses[0]?.write('b');
  await vi.waitFor(() => expect(socket.bytesRead).toBeGreaterThan(bytesRead));
  await standStill();
  expect(await Promise.all(requests)).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(connection.usable).toBe(true);
  for (const response of responses) response.end('c');
  expect(first && (await text(first.body))).toBe('abc');
});

test('one is ended over which nothing comes, and what waited for it can be sent again', async () => {
  const { connection, get, ping, responses } = await openConnection();
  const requests = [get(), get()];
  expect(ping).toHaveBeenCalledOnce();
  await standStill();
  expect(connection.usable).toBe(false);
  expect(await Promise.all(requests)).toEqual([undefined, undefined]);
  expect(responses).toHaveLength(1);
});

test('one that answers a ping gets what waited, and no other ping for a while', async () => {
  const { get, ping, responses } = await openConnection();
  const second = get();
  await new Promise(setImmediate);
  expect(responses).toHaveLength(1);
  ping.mock.calls[0]?.[0](null);
  expect(await second).toMatchObject({ status: 200 });
  await get();
  expect(ping).toHaveBeenCalledOnce();
});

test('after a short silence a request goes without waiting for the ping', async () => {
  const { get, ping } = await openConnection(10_000);
  expect(await get()).toMatchObject({ status: 200 });
  expect(ping).toHaveBeenCalledOnce();
});

test('what waits for a ping can be aborted', async () => {
  const { get } = await openConnection();
  const abort = new AbortController();
  const second = get(abort.signal);
  abort.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
});
