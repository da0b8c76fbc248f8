import net from 'node:net';
import { authenticateHost } from './authenticate';
import { type Channel, channelOver } from './channel';
import { readRunFile } from './runFolder';

/** Milliseconds for a living host to take a connection and prove itself. */
const dialTimeout = 5_000;

function connectTo(address: string): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(address);
    socket.once('error', reject).once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/**
 * A channel to the host that wrote the run file; `undefined` where none answers there. Rejects with
 * the signal's reason when it is aborted.
 */
export async function dialHost(runFile: string, signal: AbortSignal): Promise<Channel | undefined> {
  const run = await readRunFile(runFile);
  if (!run) return undefined;
  const socket = await connectTo(run.address).catch(() => undefined);
  if (!socket) return undefined;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(dialTimeout)]);
    await authenticateHost(socket, run.secret, limit);
    return channelOver(socket);
  } catch {
    socket.destroy();
    signal.throwIfAborted();
    return undefined;
  }
}
