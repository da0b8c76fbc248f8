import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '../../base/processIdentity';
import { isPrivateFolder, readRunFile, runFolder, type RunFile } from '../../ipc/runFolder';

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
  const runs = await livingRunFiles(runFolder(env));
  const hosts = await Promise.all(
    runs.map(async ({ file, run: { pid, build } }) => {
      const found = await stat(file).catch(() => undefined);
      return found && { pid, build, since: found.mtimeMs };
    }),
  );
  return hosts.filter((host) => host !== undefined);
}

/** The run files in a folder whose hosts run; none where there is no folder, or somebody else may write there. */
export async function livingRunFiles(
  folder: string,
): Promise<readonly { readonly file: string; readonly run: RunFile }[]> {
  const isPrivate = await isPrivateFolder(folder).catch(() => false);
  const names = isPrivate ? await readdir(folder).catch(() => []) : [];
  const files = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(folder, name));
  const runs = await Promise.all(
    files.map(async (file) => ({ file, run: await readRunFile(file) })),
  );
  return runs.flatMap(({ file, run }) => (run && isRunning(run) ? [{ file, run }] : []));
}
