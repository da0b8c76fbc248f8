import { stat } from 'node:fs/promises';
import { openSocket } from '../../network/sockets';
import { type RunFile, livingRunFiles } from '../../ipc/runFolder';
import { failed, passed, warned, type Check, type Verdict } from './check';

/** The host processes to check. */
interface HostCheckOptions {
  /** The run folder's absolute path; see `runFolder`. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** The build of this window's `dist/host.js`; other builds have their own hosts. */
  readonly build?: string | undefined;
}

/** Checks that the run folder is private and that its hosts answer. */
export function hostChecks(options: HostCheckOptions): Check[] {
  return [
    { name: 'runFolder', run: () => checkRunFolder(options) },
    { name: 'host', needs: 'runFolder', run: (signal) => checkHosts(options, signal) },
  ];
}

async function checkRunFolder({
  folder,
  platform,
}: HostCheckOptions): Promise<Verdict | undefined> {
  const found = await stat(folder).catch(() => undefined);
  if (!found) return passed('runFolderAbsent', { folder });
  const isOpen = platform !== 'win32' && (found.mode & 0o077) !== 0;
  const isOthers = platform !== 'win32' && found.uid !== process.getuid?.();
  return isOpen || isOthers
    ? failed('runFolderUnsafe', { folder })
    : passed('runFolderPrivate', { folder });
}

async function checkHosts(
  { folder, build }: HostCheckOptions,
  signal: AbortSignal,
): Promise<Verdict> {
  const alive = (await livingRunFiles(folder)).map(({ run }) => run);
  const accepting = await Promise.all(alive.map((run) => acceptsConnections(run, signal)));
  const mute = alive.filter((_run, at) => !accepting[at]);
  if (mute.length > 0) return warned('hostMute', { pids: pidsOf(mute) });
  if (alive.length === 0) return passed('hostsNone');
  const others = build === undefined ? [] : alive.filter((run) => run.build !== build);
  return passed('hostsAnswer', { pids: pidsOf(alive), others: pidsOf(others) });
}

function pidsOf(runs: readonly RunFile[]): string[] {
  return runs.map(({ pid }) => String(pid));
}

/** True if the host accepts a connection; sends nothing. */
async function acceptsConnections({ address }: RunFile, signal: AbortSignal): Promise<boolean> {
  try {
    (await openSocket({ path: address }, signal)).destroy();
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
