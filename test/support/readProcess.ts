import { readProcesses, type ProcessFacts } from '../../src/processes/processFacts';

/** What the system tells of one process, or `undefined` when it does not run. */
export async function readProcess(pid: number): Promise<ProcessFacts | undefined> {
  return (await readProcesses()).find((facts) => facts.pid === pid);
}
