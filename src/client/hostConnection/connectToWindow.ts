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

/** Which window an external client wants, and what of it. */
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
  const channels = await dialAll(env, signal);
  const asked = await Promise.all(channels.map((channel) => ask(channel, query, signal)));
  const found = asked.filter((answer) => 'token' in answer);
  const [best] = found.toSorted((a, b) => b.nearness - a.nearness || b.lastUsed - a.lastUsed);
  const left = channels.filter((channel) => signal.aborted || channel !== best?.channel);
  for (const channel of left) channel.dispose();
  signal.throwIfAborted();
  if (best) return connectionOver(best);
  const why = asked.find((answer) => 'reason' in answer)?.reason;
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
    const channels = await dialAll(env, signal);
    for (const channel of channels) store.add(channel);
    const waiting = channels.map((channel) => ask(channel, { ...query, waits: true }, signal));
    const late = new Promise<false>((resolve) => {
      const timer = setTimeout(() => resolve(false), milliseconds);
      store.add(() => clearTimeout(timer));
    });
    return await raceAbort(Promise.race([changed, late, ...waiting.map(unlessRefused)]), signal);
  } finally {
    store.dispose();
  }
}

type Found = FoundWindow & { readonly nearness: number; readonly channel: Channel };
type Asked = Found | { readonly reason: Reason | undefined };

/** A host that does not take external clients, or has none for this one. Never rejects. */
async function ask(
  channel: Channel,
  { least = 0, ...query }: WindowQuery & { readonly waits?: boolean },
  signal: AbortSignal,
): Promise<Asked> {
  try {
    const params = { ...query, least, onlyFolder: least > 0 };
    const answer = await channel.send(externalClientRequests.visit, params, signal);
    if (!answer || !isLoopback(new URL(answer.url).hostname)) return { reason: undefined };
    const { nearness = Number(answer.match === 'folder') } = answer;
    // A host of an earlier build knows no least.
    return nearness < least ? { reason: undefined } : { ...answer, nearness, channel };
  } catch (error) {
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

/** Never resolves after a refusal, which does not say when it would be lifted. */
function unlessRefused(asking: Promise<Asked>): Promise<true> {
  return asking.then((answer) => ('token' in answer ? true : new Promise(() => undefined)));
}

/** The hosts that run, by what tells each from a later one of the same file. */
async function hostsOf(env: Environment): Promise<ReadonlyMap<string, string>> {
  const runs = await Promise.all(foldersOf(env).map(livingRunFiles));
  return new Map(runs.flat().map(({ file, run }) => [`${run.pid} ${file}`, file]));
}

async function dialAll(env: Environment, signal: AbortSignal): Promise<readonly Channel[]> {
  const hosts = await hostsOf(env);
  const dialled = await Promise.all(
    Array.from(hosts.values(), (file) => dialHost(file, signal).catch(() => undefined)),
  );
  const channels = dialled.filter((channel) => channel !== undefined);
  for (const channel of channels) channel.listen();
  return channels;
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
