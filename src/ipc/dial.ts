import type net from 'node:net';
import { openSocket } from '../network/sockets';
import { authenticateHost } from './authenticate';
import { type Channel, channelOver } from './channel';
import { readRunFile } from './runFolder';

/** Milliseconds for a living host to take a connection and prove itself. */
const dialTimeout = 5_000;

/**
 * A channel to the host that wrote the run file; `undefined` where none answers there. Rejects with
 * the signal's reason when it is aborted.
 */
export async function dialHost(runFile: string, signal: AbortSignal): Promise<Channel | undefined> {
  const run = await readRunFile(runFile);
  if (!run) return undefined;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(dialTimeout)]);
  let socket: net.Socket | undefined;
  try {
    socket = await openSocket({ path: run.address }, limit);
    await authenticateHost(socket, run.secret, limit);
    return channelOver(socket);
  } catch {
    socket?.destroy();
    signal.throwIfAborted();
    return undefined;
  }
}
