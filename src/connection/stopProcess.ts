import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { within } from './within';

/** How long each step of {@link stopProcess} waits for the next one, in milliseconds. */
export interface StopTimes {
  readonly afterStdinEnd: number;
  readonly afterTerminate: number;
}

export const defaultStopTimes: StopTimes = { afterStdinEnd: 2_000, afterTerminate: 2_000 };

const pollInterval = 20;
/** Even SIGKILL may take a while on a busy machine, but never is it waited for without end. */
const afterKill = 2_000;

/**
 * Ends a server in the order of the specification (2025-11-25, lifecycle, shutdown of stdio): close
 * its stdin, wait, SIGTERM, wait, SIGKILL. Signals go to the process group, so that children which
 * outlive the server end too; a group whose server has already left is ended the same way.
 * Needs a child that leads its own group (`detached`) on POSIX. Never rejects.
 */
export async function stopProcess(child: ChildProcess, times = defaultStopTimes): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  child.stdin?.end();
  await exited(child, times.afterStdinEnd);
  if (process.platform === 'win32') await stopTree(child, pid);
  else await stopGroup(pid, times.afterTerminate);
  await exited(child, afterKill);
}

/** Waits for `exit`, because `close` also waits for pipes that a grandchild may hold. */
async function exited(child: ChildProcess, milliseconds: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await within(milliseconds, once(child, 'exit'));
}

async function stopGroup(leader: number, milliseconds: number): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return;
  const deadline = performance.now() + milliseconds;
  while (signalGroup(leader, 0)) {
    if (performance.now() >= deadline) {
      signalGroup(leader, 'SIGKILL');
      return;
    }
    await delay(pollInterval);
  }
}

/** False when nobody is left in the group. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

async function stopTree(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const killer = spawn('taskkill', ['/T', '/F', '/PID', String(pid)], {
    windowsHide: true,
    stdio: 'ignore',
  });
  await within(afterKill, once(killer, 'close'));
}
