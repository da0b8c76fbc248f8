import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { raceAbort } from '../../base/abort';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Environment } from '../../base/environment';
import { reasonOf, UserError, type Reason } from '../../base/errors';
import { isLoopback } from '../../network/network';
import type { Channel } from '../../ipc/channel';
import { dialHost } from '../../ipc/dial';
import { externalClientRequests, type FoundWindow } from '../../ipc/externalClients';
import { livingRunFiles, onRunFolderChange, runFolder } from '../../ipc/runFolder';

/** The window that an external client wants. */
export interface WindowQuery {
  /** Absolute path of the folder that it works in. */
  readonly folder: string;
  /** The least nearness of a window that will do; 1: it has the folder open. */
  readonly least?: number;
  readonly set?: string | undefined;
}

/** An external client's stay at a window; who disposes of it leaves. */
export interface WindowConnection extends Disposable {
  /** Of the window's servers as one. */
  readonly url: string;
  readonly token: string;
  /**
   * The length of the window's folder around the external client's. 0: the window does not have it open, and gives only
   * servers of the person's own configuration.
   */
  readonly nearness: number;
  /** Aborted when the external client has to look for its window again. */
  readonly over: AbortSignal;
}

/** Milliseconds after which hosts are dialled anew, because a busy host does not announce that it is free. */
const longestWait = 30_000;
/** Milliseconds for the other hosts once one has the folder open in a window. */
const patience = 500;

/**
 * Becomes the external client of the window that has the folder open nearest, else of the last used, at any host.
 * `undefined` if there is no window.
 * @throws UserError `unknownToolSet` {set, valid}.
 */
export async function connectToWindow(
  env: Environment,
  query: WindowQuery,
  signal: AbortSignal,
): Promise<WindowConnection | undefined> {
  const hosts = await hostsOf(env);
  const late = new AbortController();
  const limit = AbortSignal.any([signal, late.signal]);
  let timer: NodeJS.Timeout | undefined;
  const asking = Array.from(hosts.values(), async (runFile) => {
    const answer = await ask(runFile, query, limit);
    if ('token' in answer && answer.nearness > 0)
      timer ??= setTimeout(() => late.abort(), patience);
    return answer;
  });
  const asked = await Promise.all(asking);
  clearTimeout(timer);
  const found = asked.filter((answer) => 'token' in answer);
  const [best] = found.toSorted((a, b) => b.nearness - a.nearness || b.lastUsed - a.lastUsed);
  const left = found.filter((one) => signal.aborted || one !== best);
  for (const { channel } of left) channel.dispose();
  signal.throwIfAborted();
  if (best) return connectionOver(best);
  const [why] = asked.flatMap((answer) => ('reason' in answer && answer.reason) || []);
  if (why) throw UserError.from(why);
  return undefined;
}

/**
 * Resolves when a window may have opened, and after the longest wait in any case: true if one that fits is there.
 */
export async function windowMayBeThere(
  env: Environment,
  query: WindowQuery,
  signal: AbortSignal,
  milliseconds = longestWait,
): Promise<boolean> {
  const store = new DisposableStore();
  const end = new AbortController();
  store.add(() => end.abort());
  try {
    const before = await hostsOf(env);
    signal.throwIfAborted();
    const changed = new Promise<false>((resolve) => {
      const look = async (): Promise<void> => {
        const now = await hostsOf(env);
        if ([...now.keys()].some((host) => !before.has(host))) resolve(false);
      };
      for (const folder of foldersOf(env)) store.add(onRunFolderChange(folder, () => void look()));
    });
    const limit = AbortSignal.any([signal, end.signal]);
    const waiting = Array.from(before.values(), async (runFile): Promise<true> => {
      const answer = await ask(runFile, { ...query, waits: true }, limit);
      // A refusal does not say when it would be lifted.
      if (!('token' in answer)) return new Promise(() => undefined);
      store.add(answer.channel);
      return true;
    });
    const late = new Promise<false>((resolve) => {
      const timer = setTimeout(() => resolve(false), milliseconds);
      store.add(() => clearTimeout(timer));
    });
    return await raceAbort(Promise.race([changed, late, ...waiting]), signal);
  } finally {
    store.dispose();
  }
}

type Found = FoundWindow & { readonly nearness: number; readonly channel: Channel };
type Asked = Found | { readonly reason: Reason | undefined };

/**
 * Dials a host and asks it at once, because it closes a channel that stays silent. Closes a channel without a window.
 * Never rejects.
 */
async function ask(
  runFile: string,
  { least = 0, ...query }: WindowQuery & { readonly waits?: boolean },
  signal: AbortSignal,
): Promise<Asked> {
  let channel: Channel | undefined;
  try {
    channel = await dialHost(runFile, signal);
    channel?.listen();
    const params = { ...query, least, onlyFolder: least > 0 };
    const answer = await channel?.send(externalClientRequests.visit, params, signal);
    // A host of an earlier build tells none: windows of other hosts with the folder come before its own.
    const { nearness = Number(answer?.match === 'folder') } = answer ?? {};
    if (channel && answer && nearness >= least && isLoopback(new URL(answer.url).hostname))
      return { ...answer, nearness, channel };
    channel?.dispose();
    return { reason: undefined };
  } catch (error) {
    channel?.dispose();
    const reason = reasonOf(error);
    // One of another build may know nothing of external clients.
    return { reason: reason.code === 'unknownToolSet' ? reason : undefined };
  }
}

function connectionOver({ channel, url, token, nearness }: Found): WindowConnection {
  const over = new AbortController();
  channel.onClose(() => over.abort());
  return {
    url,
    token,
    nearness,
    over: over.signal,
    dispose: () => channel.dispose(),
  };
}

/** The hosts that run, by what tells each from a later one of the same file. */
async function hostsOf(env: Environment): Promise<ReadonlyMap<string, string>> {
  const runs = await Promise.all(foldersOf(env).map(livingRunFiles));
  return new Map(runs.flat().map(({ file, run }) => [`${run.pid} ${file}`, file]));
}

/** The possible run folders. An agent may start an external client without the variable that names the editor's. */
function foldersOf(env: Environment): readonly string[] {
  const own = runFolder(env);
  const user = process.getuid?.();
  if (env['ROUNDHOUSE_HOME'] || user === undefined) return [own];
  const bases = [path.join('/run/user', String(user)), os.tmpdir()].filter((base) =>
    existsSync(base),
  );
  const others = bases.map((base) =>
    runFolder(base === os.tmpdir() ? {} : { XDG_RUNTIME_DIR: base }),
  );
  return [...new Set([own, ...others])];
}
