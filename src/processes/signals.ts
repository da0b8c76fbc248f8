import { isRunning, reaches } from '../base/processIdentity';
import type { ProcessFacts } from './processFacts';
import { terminateWindowsProcesses } from './windowsProcesses';

/** The signals by which processes are ended; Windows knows only the second. */
export type EndSignal = 'SIGTERM' | 'SIGKILL';

/** Whether a process that was seen runs, as far as that can be told at once. */
export function stillRuns({ pid, birth }: ProcessFacts): boolean {
  return isRunning(process.platform === 'linux' ? { pid, birth } : { pid });
}

/**
 * Signals processes that were just seen, those of the group of `leader` together, so that none of
 * them can start another one meanwhile.
 */
export async function sendSignal(
  processes: readonly ProcessFacts[],
  signal: EndSignal,
  leader?: number,
): Promise<void> {
  if (process.platform === 'win32') {
    await terminateWindowsProcesses(processes);
    return;
  }
  if (leader !== undefined && processes.some(({ group }) => group === leader))
    reaches(-leader, signal);
  for (const facts of processes)
    if (facts.group !== leader && stillRuns(facts)) reaches(facts.pid, signal);
}

/** Whether there is somebody left in the group of `leader`; false where there are no groups. */
export function hasGroup(leader: number): boolean {
  return process.platform !== 'win32' && reaches(-leader, 0);
}
