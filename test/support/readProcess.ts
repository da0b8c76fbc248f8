import { readFile } from 'node:fs/promises';
import { readProcesses, type ProcessFacts } from '../../src/processes/processFacts';
import { markVariable } from '../../src/processes/processRegistry';

/** What the system tells of one process, or `undefined` when it does not run. */
export async function readProcess(pid: number): Promise<ProcessFacts | undefined> {
  return (await readProcesses()).find((facts) => facts.pid === pid);
}

/** The mark in the environment of a process as it is right now, which only Linux tells. */
export async function markOf(pid: number): Promise<string | undefined> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  const [, mark] = new RegExp(`(?:^|\0)${markVariable}=([^\0]*)`).exec(environment) ?? [];
  return mark;
}
