import { stat } from 'node:fs/promises';
import net from 'node:net';
import { raceAbort } from '../../base/abort';
import { type RunFile, livingRunFiles } from '../../ipc/runFolder';
import { failed, passed, warned, type Check, type Finding } from './check';

/** The host processes of this person. */
export interface HostsPlace {
  /** Absolute path; see `runFolder`. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** Of this window's own `dist/host.js`; windows of another build have a host of their own. */
  readonly build?: string | undefined;
}

/** Whether the run folder is private, and the hosts that stand in it answer. */
export function hostChecks(place: HostsPlace): Check[] {
  return [
    { name: 'runFolder', run: () => folderFinding(place) },
    { name: 'host', needs: 'runFolder', run: (signal) => hostsFinding(place, signal) },
  ];
}

async function folderFinding({ folder, platform }: HostsPlace): Promise<Finding | undefined> {
  const found = await stat(folder).catch(() => undefined);
  if (!found) return passed('runFolderAbsent', { folder });
  const isOpen = platform !== 'win32' && (found.mode & 0o077) !== 0;
  const isOthers = platform !== 'win32' && found.uid !== process.getuid?.();
  return isOpen || isOthers
    ? failed('runFolderUnsafe', { folder })
    : passed('runFolderPrivate', { folder });
}

async function hostsFinding({ folder, build }: HostsPlace, signal: AbortSignal): Promise<Finding> {
  const alive = (await livingRunFiles(folder)).map(({ run }) => run);
  const answers = await Promise.all(alive.map((run) => isTaken(run, signal)));
  const mute = alive.filter((_run, at) => !answers[at]);
  if (mute.length > 0) return warned('hostMute', { pids: pidsOf(mute) });
  if (alive.length === 0) return passed('hostsNone');
  const others = build === undefined ? [] : alive.filter((run) => run.build !== build);
  return passed('hostsAnswer', { pids: pidsOf(alive), others: pidsOf(others) });
}

function pidsOf(runs: readonly RunFile[]): string[] {
  return runs.map(({ pid }) => String(pid));
}

/** Whether the host takes a connection; nothing is said over it. */
async function isTaken({ address }: RunFile, signal: AbortSignal): Promise<boolean> {
  const socket = net.connect(address);
  const taken = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  try {
    return await raceAbort(taken, signal);
  } finally {
    socket.destroy();
  }
}
