import { posix, win32 } from 'node:path';
import { environmentKey, processEnvironment } from '../../base/environment';
import type { PathSettings } from '../../config/settings/serverSettings';
import type { ResolvedStdio } from '../../ipc/launch';
import {
  hasFolder,
  noCurrentFolder,
  searchProgram,
  type ProgramSearch,
  type WantedProgram,
  readShebang,
} from '../../processes/programSearch';
import { toolFolders, type Machine } from './toolFolders';

/** The machine on which a launch is resolved. */
export type LaunchMachine = Pick<Machine, 'home' | 'platform'>;

/** A launch whose `PATH` reaches the installed tools. */
interface LaunchWithTools {
  readonly launch: ResolvedStdio;
  /** The folders that were appended to its `PATH`. */
  readonly added: readonly string[];
}

/** The program search of this launch's start. */
export function wantedProgram(launch: ResolvedStdio, platform: NodeJS.Platform): WantedProgram {
  const { command, cwd, baseEnv, env } = launch;
  return { command, cwd, environment: processEnvironment(baseEnv, env, platform), platform };
}

/**
 * Appends a known tool folder to the launch's `PATH` if its command is only there. Does the same for the program in a
 * script's `#!/usr/bin/env`, which may also stand beside the script. A `PATH` that a person set in place of the
 * inherited one stays.
 */
export async function withToolFolders(
  launch: ResolvedStdio,
  { home, platform }: LaunchMachine,
  path?: PathSettings,
): Promise<LaunchWithTools> {
  if (path && 'replace' in path) return { launch, added: [] };
  const started = wantedProgram(launch, platform);
  // A file in the working folder comes after the tools.
  const wanted = { ...started, environment: { ...started.environment, [noCurrentFolder]: '1' } };
  // An entry and its `envFile` must not choose the folders.
  const tools = { environment: launch.baseEnv, home, platform };
  const command = await searchFurther(wanted, await searchProgram(wanted), () =>
    toolFolders(tools),
  );
  const added = new Set<string>();
  if (command.added !== undefined) added.add(command.added);
  const { file } = command;
  const script = file === undefined || platform === 'win32' ? undefined : await readShebang(file);
  if (file !== undefined && script?.program !== undefined) {
    const run = { ...wanted, command: script.program };
    const { added: beside } = await searchFurther(run, await searchProgram(run), async () => [
      posix.dirname(file),
      ...(await toolFolders(tools)),
    ]);
    if (beside !== undefined) added.add(beside);
  }
  return { launch: withFolders(launch, [...added], platform), added: [...added] };
}

/** A program's file, and its folder if that is not on the `PATH`. */
interface FoundProgram {
  readonly file?: string | undefined;
  readonly added?: string | undefined;
}

async function searchFurther(
  wanted: WantedProgram,
  { file, passedOver }: ProgramSearch,
  further: () => Promise<readonly string[]>,
): Promise<FoundProgram> {
  const { command, platform } = wanted;
  if (file !== undefined || passedOver || hasFolder(command, platform)) return { file };
  const paths = platform === 'win32' ? win32 : posix;
  for (const folder of await further()) {
    const there = await searchProgram({ ...wanted, command: paths.join(folder, command) });
    if (there.file !== undefined) return { file: there.file, added: folder };
  }
  return {};
}

/** Leaves a `PATH` that the entry unsets. */
function withFolders(
  launch: ResolvedStdio,
  folders: readonly string[],
  platform: NodeJS.Platform,
): ResolvedStdio {
  if (folders.length === 0) return launch;
  const { delimiter } = platform === 'win32' ? win32 : posix;
  const own = environmentKey(launch.env, 'PATH', platform);
  if (own !== undefined && launch.env[own] === null) return launch;
  const name = own ?? environmentKey(launch.baseEnv, 'PATH', platform) ?? 'PATH';
  const before = own === undefined ? launch.baseEnv[name] : launch.env[own];
  const path = [...(before ? [before] : []), ...folders].join(delimiter);
  return own === undefined
    ? { ...launch, baseEnv: { ...launch.baseEnv, [name]: path } }
    : { ...launch, env: { ...launch.env, [name]: path } };
}
