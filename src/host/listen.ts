import { randomBytes } from 'node:crypto';
import { rm, utimes, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { withFileLock } from '../base/fileLock';
import { renewal } from '../base/privateFile';
import { identityOf } from '../base/processIdentity';
import { authenticateClient } from '../ipc/authenticate';
import { type Channel, channelOver } from '../ipc/channel';
import { dialHost } from '../ipc/dial';
import { readRunFile, type HostPaths, type RunFile } from '../ipc/runFolder';
import { settlesWithin } from '../base/abort';

/** Milliseconds for a client to prove itself. */
const authenticationTimeout = 5_000;

/**
 * Milliseconds for which an ending host holds its lock, so that no successor starts a second server. Clients of the
 * successor wait a few seconds longer.
 */
const longestEnd = 6_000;

/**
 * Milliseconds for which a host waits for its lock: nobody waits for that host any more, and a lock that a killed one left
 * may never be free.
 */
const longestWait = 15_000;

const never = new AbortController().signal;

/** A bound socket and its run file. */
export interface Listening {
  /** Takes no more clients, and then ends by `end`. A successor waits for that up to a bound; this promise has none. */
  close(end: () => Promise<void>): Promise<void>;
}

/**
 * Becomes the host of its identity. Binds the socket, writes the run file, and hands every client that proves itself to
 * `accept`. Returns `undefined` if a living host already does that. Rejects where the lock stays taken.
 */
export function listen(
  paths: HostPaths,
  build: string,
  accept: (channel: Channel) => void,
): Promise<Listening | undefined> {
  return withFileLock(paths.lock, AbortSignal.timeout(longestWait), async () => {
    const other = await dialHost(paths.runFile, never);
    if (other) {
      other.dispose();
      return undefined;
    }
    const secret = randomBytes(32).toString('hex');
    const server = net.createServer((socket) => void greet(socket, secret, accept));
    const killed = await readRunFile(paths.runFile);
    if (killed && process.platform !== 'win32') await rm(killed.address, { force: true });
    await bind(server, paths.address);
    const run: RunFile = { ...identityOf(process.pid), address: paths.address, secret, build };
    const begun = new Date();
    const write = (): Promise<void> =>
      writeFile(paths.runFile, JSON.stringify(run), { mode: 0o600 });
    try {
      await write();
    } catch (error) {
      // This removes the socket, which nobody would find.
      server.close();
      throw error;
    }
    const renew = async (): Promise<void> => {
      const current = await readRunFile(paths.runFile);
      if (!current) await write();
      else if (current.secret !== secret) return;
      const files = process.platform === 'win32' ? [] : [paths.address];
      // The time of the last change tells when the host began.
      for (const file of [paths.runFile, ...files]) await utimes(file, new Date(), begun);
    };
    const renewals = setInterval(() => {
      const limit = AbortSignal.timeout(longestWait);
      withFileLock(paths.lock, limit, renew).catch(() => undefined);
    }, renewal).unref();
    return {
      // Under the lock, so that the run file of a successor is never the one removed.
      close: async (end) => {
        clearInterval(renewals);
        let ended: Promise<void> | undefined;
        await withFileLock(paths.lock, never, async () => {
          server.close();
          const current = await readRunFile(paths.runFile);
          if (current?.secret === secret) await rm(paths.runFile, { force: true });
          ended = end();
          await settlesWithin(longestEnd, ended);
        });
        await ended;
      },
    };
  });
}

async function greet(
  socket: net.Socket,
  secret: string,
  accept: (channel: Channel) => void,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  try {
    await authenticateClient(socket, secret, AbortSignal.timeout(authenticationTimeout));
    accept(channelOver(socket));
  } catch {
    socket.destroy();
  }
}

function bind(server: net.Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
