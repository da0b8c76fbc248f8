import { createHash, randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { lstat, mkdir, readFile, rm, stat, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Environment } from '../base/environment';
import { UserError } from '../base/errors';
import { isRunning } from '../base/processIdentity';
import { causeOf, openSocket } from '../network/sockets';
import { withFileLock } from '../base/fileLock';

/** The file that a host writes for its clients, readable by its user only. */
export const runFileSchema = z.object({
  pid: z.number(),
  /** See `ProcessIdentity`. */
  birth: z.optional(z.string()),
  /** Socket path, or pipe name on Windows. */
  address: z.string(),
  secret: z.string(),
  build: z.string(),
});
export type RunFile = z.infer<typeof runFileSchema>;

/** The files of one host. */
export interface HostPaths {
  readonly folder: string;
  readonly runFile: string;
  /** Held by a host while it binds or ends. */
  readonly lock: string;
  /** Held by a client while it starts a host, so that ten windows start one. */
  readonly launchLock: string;
  readonly log: string;
  /** Results too large for a message, until their client has read them. */
  readonly results: string;
  /** Code of the host as the runtime has compiled it, for the next start. */
  readonly compiled: string;
  /**
   * A socket, or a pipe on Windows, whose name is the only thing that hides it. Random, because a host that ends
   * removes the socket of its name, also that of a successor in a run folder that was emptied.
   */
  readonly address: string;
}

/** Longest socket path that every supported system takes, in bytes. */
const maxSocketPath = 100;

/** The folder for everything that lives as long as hosts do. */
export function runFolder(env: Environment): string {
  if (env['ROUNDHOUSE_HOME']) return path.resolve(env['ROUNDHOUSE_HOME']);
  if (env['XDG_RUNTIME_DIR']) return path.join(env['XDG_RUNTIME_DIR'], 'mcp-roundhouse');
  const user = process.getuid?.() ?? os.userInfo().username;
  return path.join(os.tmpdir(), `mcp-roundhouse-${user}`);
}

/**
 * The identity of a client's host: one for each editor data folder and host build. So a rebuilt extension gets a new
 * host, and products with other secret stores keep apart.
 */
export function hostIdentity(dataFolder: string, build: string): string {
  return createHash('sha256').update(`${dataFolder}\n${build}`).digest('hex').slice(0, 12);
}

/** The hash of a host bundle. */
export async function buildOf(hostBundle: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(hostBundle))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Makes the run folder private.
 * @throws UserError `runFolderUnsafe` when someone else owns it or can read it.
 */
export async function openRunFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await isPrivateFolder(folder))) throw new UserError('runFolderUnsafe', { folder });
}

/** True if a folder belongs to this user and nobody else can open it. Rejects where there is none. */
export async function isPrivateFolder(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const { uid, mode } = await stat(folder);
  // A link of somebody else's would lead into a folder of ours that they chose.
  const { uid: named } = await lstat(folder);
  const user = process.getuid?.();
  return uid === user && named === user && (mode & 0o077) === 0;
}

/**
 * Makes the run folder private and names the files of one host in it.
 * @throws UserError `runFolderUnsafe` (see {@link openRunFolder}), `runFolderTooLong` when no socket
 * fits below it.
 */
export async function hostPaths(folder: string, identity: string): Promise<HostPaths> {
  await openRunFolder(folder);
  const windows = process.platform === 'win32';
  const at = (ending: string): string => path.join(folder, `${identity}.${ending}`);
  const address = windows
    ? `\\\\.\\pipe\\mcp-roundhouse-${randomBytes(16).toString('hex')}`
    : path.join(folder, `${randomBytes(6).toString('hex')}.sock`);
  if (!windows && Buffer.byteLength(address) > maxSocketPath) {
    throw new UserError('runFolderTooLong', { folder });
  }
  return {
    folder,
    runFile: at('json'),
    lock: at('lock'),
    launchLock: at('launch'),
    log: at('log'),
    results: at('results'),
    compiled: path.join(folder, 'compiled'),
    address,
  };
}

/** Milliseconds for which compiled code is kept: a host of before the last updates starts no more. */
const compiledLife = 30 * 24 * 3_600_000;

/** Removes code that was compiled long ago; what is still needed is compiled again. Never rejects. */
export async function removeOldCompiled(compiled: string): Promise<void> {
  const found = await readdir(compiled, { recursive: true, withFileTypes: true }).catch(() => []);
  const removals = found.map(async (one) => {
    const file = path.join(one.parentPath, one.name);
    const { mtimeMs } = await stat(file);
    if (one.isFile() && Date.now() - mtimeMs > compiledLife) await rm(file, { force: true });
  });
  await Promise.allSettled(removals);
}

/** The run file of a host that may be alive; `undefined` if it is absent or broken. */
export async function readRunFile(file: string): Promise<RunFile | undefined> {
  try {
    return runFileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** A host process of this user, as its run file tells of it. */
export interface RunningHost {
  readonly pid: number;
  /** Hash of the host bundle. */
  readonly build: string;
  /** When it began to take clients, in epoch milliseconds. */
  readonly since: number;
}

/** Every running host of this user, also of other builds and other editors. */
export async function runningHosts(env: Environment): Promise<readonly RunningHost[]> {
  const runs = await livingRunFiles(runFolder(env));
  const hosts = await Promise.all(
    runs.map(async ({ file, run: { pid, build } }) => {
      const found = await stat(file).catch(() => undefined);
      return found && { pid, build, since: found.mtimeMs };
    }),
  );
  return hosts.filter((host) => host !== undefined);
}

interface FoundRunFile {
  readonly file: string;
  readonly run: RunFile;
}

/**
 * The run files of running hosts in a folder. A host without a birth must take a connection, because another process
 * may have its id by now.
 */
export async function livingRunFiles(folder: string): Promise<readonly FoundRunFile[]> {
  const found = await runFilesIn(folder);
  const living = found.map(async ({ run }) => {
    if (!isRunning(run)) return false;
    return run.birth !== undefined || (await refusalOf(run)) === undefined;
  });
  const areLiving = await Promise.all(living);
  return found.filter((_one, at) => areLiving[at]);
}

/** Removes the run files and sockets of hosts that were killed. Never rejects. */
export async function removeDeadRunFiles(folder: string): Promise<void> {
  const removals = (await runFilesIn(folder)).map(async ({ file, run }) => {
    if (!(await isDead(run))) return;
    // One that begins or ends right now holds the lock, and writes or removes the files itself.
    await withFileLock(file.replace(/json$/, 'lock'), AbortSignal.abort(), async () => {
      if ((await readRunFile(file))?.secret !== run.secret) return;
      if (process.platform !== 'win32') await rm(run.address, { force: true });
      await rm(file, { force: true });
    });
  });
  await Promise.allSettled(removals);
}

/** True if nothing listens at the address. The id tells less, because a host in a container has one of its own. */
async function isDead(run: RunFile): Promise<boolean> {
  return ['ECONNREFUSED', 'ENOENT'].includes((await refusalOf(run)) ?? '');
}

/** Milliseconds for a living host to take a connection. */
const longestConnect = 2_000;

/** The reason why a connection to a host fails; `undefined` if it is taken. Sends nothing. */
async function refusalOf({ address }: RunFile): Promise<string | undefined> {
  try {
    (await openSocket({ path: address }, AbortSignal.timeout(longestConnect))).destroy();
    return undefined;
  } catch (error) {
    return causeOf(error);
  }
}

/** The run files in a folder. There are none without a folder, or if other users may write there. */
async function runFilesIn(folder: string): Promise<readonly FoundRunFile[]> {
  const isPrivate = await isPrivateFolder(folder).catch(() => false);
  const names = isPrivate ? await readdir(folder).catch(() => []) : [];
  const files = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(folder, name));
  const runs = await Promise.all(
    files.map(async (file) => ({ file, run: await readRunFile(file) })),
  );
  return runs.flatMap(({ file, run }) => (run ? [{ file, run }] : []));
}

/**
 * True if another host of a data folder began after `since`, when the last window came to this one. An update has
 * another build, and a run folder that was emptied another host of the same one.
 */
export async function hasLaterHost(
  folder: string,
  dataFolder: string,
  since: number,
): Promise<boolean> {
  const runs = await livingRunFiles(folder);
  const later = runs.map(async ({ file, run: { pid, build } }) => {
    const isNamed = path.parse(file).name === hostIdentity(dataFolder, build);
    return isNamed && pid !== process.pid && (await stat(file)).mtimeMs > since;
  });
  return (await Promise.all(later.map((one) => one.catch(() => false)))).includes(true);
}

/** Milliseconds between looks at the run folder where nobody tells of its changes. */
const blindPause = 2_000;

/** Tells of changes in a run folder, which is made where it is not there, and once that it is watched. */
export function onRunFolderChange(folder: string, listener: () => void): Disposable {
  const store = new DisposableStore();
  let timer: NodeJS.Timeout | undefined;
  const blind = (): void => {
    if (!store.disposed) timer ??= setInterval(listener, blindPause);
  };
  store.add(() => clearInterval(timer));
  openRunFolder(folder)
    .then(() => {
      if (store.disposed) return;
      const watcher = watch(folder, () => listener());
      watcher.on('error', blind);
      store.add(() => watcher.close());
      // Changes may have come before the watch.
      listener();
    })
    .catch(blind);
  return store;
}
