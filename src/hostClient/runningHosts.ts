import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '../base/processIdentity';
import { readRunFile, runFolder } from '../contract/runFolder';

/** A host process of this user, as its run file tells of it. */
export interface RunningHost {
  readonly pid: number;
  /** Hash of the host bundle. */
  readonly build: string;
  /** When it began to take clients, in epoch milliseconds. */
  readonly since: number;
}

/** Every host of this user that runs, also those of other builds and other editors. */
export async function runningHosts(
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly RunningHost[]> {
  const folder = runFolder(env);
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  const hosts = await Promise.all(files.map((name) => runningHost(path.join(folder, name))));
  return hosts.filter((host) => host !== undefined);
}

async function runningHost(file: string): Promise<RunningHost | undefined> {
  const run = await readRunFile(file);
  const { mtimeMs } = (await stat(file).catch(() => undefined)) ?? {};
  if (!run || mtimeMs === undefined || !isRunning(run)) return undefined;
  return { pid: run.pid, build: run.build, since: mtimeMs };
}
