import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import net, { type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Network } from '../../../../../src/network/network';
import { fetchFor } from '../../../../../src/connection/transports/http/fetchFor';
import { certificateFile } from '../../../../support/secureServer';

interface SilentServer {
  readonly port: number;
  /** Those that are open. */
  readonly sockets: ReadonlySet<Socket>;
}

/** Takes connections and whatever comes by them, and says nothing. */
async function serveSilence(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** A way to a server that never gets there, over a network of its own. */
type Way = (port: number) => { readonly url: string; readonly network: Network };

const ways: [string, Way][] = [
  ['a handshake of TLS', (port) => ({ url: `https://127.0.0.1:${port}/`, network: {} })],
  [
    'a tunnel',
    (port) => ({
      url: 'https://server.test/',
      network: { httpsProxy: `http://127.0.0.1:${port}` },
    }),
  ],
  [
    'the handshake of a proxy',
    (port) => ({
      url: 'http://server.test/',
      network: { httpProxy: `https://127.0.0.1:${port}` },
    }),
  ],
];

test.each(ways)('%s that never ends is left by an abort', async (_name, way) => {
  const server = await serveSilence();
  const { url, network } = way(server.port);
  const fetch = fetchFor({ url, network });
  const first = new AbortController();
  const second = new AbortController();
  const asked = [first, second].map(({ signal }) => fetch(url, { signal }));
  const settled = Promise.allSettled(asked);
  await vi.waitFor(() => expect(server.sockets.size).toBeGreaterThan(0));
  first.abort(new Error('enough'));
  await expect(asked[0]).rejects.toThrow('enough');
  second.abort(new Error('enough, too'));
  await expect(asked[1]).rejects.toThrow('enough, too');
  await settled;
});

test.each(ways)('%s has half a minute, and the next request tries anew', async (_name, way) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await serveSilence();
  const { url, network } = way(server.port);
  const fetch = fetchFor({ url, network });
  for (let round = 0; round < 2; round++) {
    const asked = fetch(url);
    const failed = expect(asked).rejects.toMatchObject({
      code: 'unreachable',
      args: { url, cause: 'ETIMEDOUT' },
    });
    // Timers stand still meanwhile.
    while (server.sockets.size === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(30_000);
    await failed;
    while (server.sockets.size > 0) await new Promise(setImmediate);
  }
});

test.each(['h2', 'http/1.1'])(
  'a connection by %s that nobody waits for is closed',
  async (wanted) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const pem = readFileSync(certificateFile('good'));
    const server = createSecureServer({ key: pem, cert: pem, ALPNProtocols: [wanted] });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const url = `https://localhost:${port}/`;
    const network = { caFiles: [certificateFile('authority')], noProxy: wanted };
    const abort = new AbortController();
    const opened = once(server, 'secureConnection') as Promise<[Socket]>;
    const asked = fetchFor({ url, network })(url, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    const [socket] = await opened;
    while (!socket.destroyed) {
      await vi.advanceTimersByTimeAsync(1_000);
      await new Promise(setImmediate);
    }
  },
);
