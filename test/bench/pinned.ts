import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { readProcesses } from '../../src/processes/processFacts';

/** Known before any of them is given away. */
const processors = availableParallelism();

/**
 * Keeps the main thread of this process to one processor, and the processes that it has started to another. Otherwise
 * the system chooses, for each server anew and then for minutes, whether it wakes on the processor of its client. There
 * one call over stdio takes half of the time, so that the choice decides more than the client. Says where a machine
 * cannot do this.
 */
export async function keepApart(): Promise<void> {
  try {
    if (processors < 2) throw new Error('There is one processor.');
    const all = await readProcesses();
    const servers = all.filter(({ parent }) => parent === process.pid);
    keepTo(0, process.pid);
    for (const { pid } of servers) keepTo(1, pid, '--all-tasks');
  } catch (error) {
    console.log(`The system chooses the processors: ${String(error)}`);
  }
}

function keepTo(processor: number, pid: number, ...options: readonly string[]): void {
  const args = [...options, '--cpu-list', '--pid', String(processor), String(pid)];
  execFileSync('taskset', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
