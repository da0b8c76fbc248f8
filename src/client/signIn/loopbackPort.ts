import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const host = '127.0.0.1';
/** Milliseconds between two tries: whoever listens gives no sign of it. */
const pause = 100;

/** A port of this machine on which nothing listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until something listens on a port of this machine. Rejects with the reason of `signal`. */
export async function listening(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    if (await accepts(port)) return;
    await delay(pause, undefined, { signal });
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}
