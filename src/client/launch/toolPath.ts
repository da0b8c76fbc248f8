import { posix, win32 } from 'node:path';
import { environmentKey, processEnvironment } from '../../base/environment';
import type { PathSettings } from '../../config/settings/serverSettings';
import type { ResolvedStdio } from '../../ipc/launch';
import {
  hasFolder,
  searchProgram,
  type ProgramSearch,
  type WantedProgram,
  readShebang,
} from '../../processes/programSearch';
import { toolFolders, type ToolPlace } from './toolFolders';

/** Where a launch is looked at. */
export type LaunchMachine = Pick<ToolPlace, 'home' | 'platform'>;

/** A launch whose programs are found as far as they are there at all. */
export interface ReachedLaunch {
  readonly launch: ResolvedStdio;
  /** Known folders that had to be put at the end of its `PATH`. */
  readonly added: readonly string[];
}

/** What a start of this launch looks for. */
export function wantedProgram(launch: ResolvedStdio, platform: NodeJS.Platform): WantedProgram {
  const { command, cwd, baseEnv, env } = launch;
  return { command, cwd, environment: processEnvironment(baseEnv, env, platform), platform };
}

/**
 * The launch with the folder at the end of its `PATH` in which its command is, where the command is not
 * on the `PATH` but in a folder that tools are known to be in; likewise for the program that
 * `#!/usr/bin/env` of a script looks for, which may also stand beside the script. A `PATH` that a person
 * put in the place of the inherited one stays as it is.
 */
export async function reachTools(
  launch: ResolvedStdio,
  { home, platform }: LaunchMachine,
  path?: PathSettings,
): Promise<ReachedLaunch> {
  if (path && 'replace' in path) return { launch, added: [] };
  const wanted = wantedProgram(launch, platform);
  // What an entry or its file of variables says must not choose the folders.
  const tools = { environment: launch.baseEnv, home, platform };
  const command = await lookFurther(wanted, await searchProgram(wanted), () => toolFolders(tools));
  const added = new Set<string>();
  if (command.added !== undefined) added.add(command.added);
  const { file } = command;
  const script = file === undefined || platform === 'win32' ? undefined : await readShebang(file);
  if (file !== undefined && script?.program !== undefined) {
    const run = { ...wanted, command: script.program };
    const { added: beside } = await lookFurther(run, await searchProgram(run), async () => [
      posix.dirname(file),
      ...(await toolFolders(tools)),
    ]);
    if (beside !== undefined) added.add(beside);
  }
  return { launch: withFolders(launch, [...added], platform), added: [...added] };
}

/** A program where it was found, and the folder that was looked at beyond the `PATH` for it. */
interface FoundProgram {
  readonly file?: string | undefined;
  readonly added?: string | undefined;
}

async function lookFurther(
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

/** A `PATH` that the entry unsets stays unset. */
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
