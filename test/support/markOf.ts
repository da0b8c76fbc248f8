import { readFile } from 'node:fs/promises';
import { markVariable } from '../../src/processes/processRegistry';

/** The mark in the environment of a process as it is right now, which only Linux tells. */
export async function markOf(pid: number): Promise<string | undefined> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  const [, mark] = new RegExp(`(?:^|\0)${markVariable}=([^\0]*)`).exec(environment) ?? [];
  return mark;
}
