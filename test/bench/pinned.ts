import { execFileSync } from 'node:child_process';
import { readProcesses } from '../../src/processes/processFacts';

/**
 * Keeps this process to one processor and those that it has started to another. Otherwise the system chooses, for each
 * server anew and then for minutes, whether it wakes on the processor of its client. There one call over stdio takes
 * half of the time, so that the choice decides more than the client. Only Linux can do this.
 */
export async function keepApart(): Promise<void> {
  if (process.platform !== 'linux') return;
  const all = await readProcesses();
  const servers = all.filter(({ parent }) => parent === process.pid);
  keepTo(0, process.pid);
  for (const { pid } of servers) keepTo(1, pid);
}

function keepTo(processor: number, pid: number): void {
  execFileSync('taskset', ['--cpu-list', '--pid', String(processor), String(pid)]);
}
