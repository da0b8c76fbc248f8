import { processEnvironment } from '../base/environment';
import { UserError, type Reason } from '../base/errors';
import type { ResolvedStdio } from '../ipc/launch';
import { isFolder } from '../processes/isFolder';
import { searchProgram, type WantedProgram } from '../processes/programSearch';
import { readShebang } from '../processes/shebang';

/** The number of folders that a reason names. */
const namedFolders = 20;

/**
 * The reason why a process could not be started, found by the rules of a start: `cwdNotFound` {cwd},
 * `notFound` {command, folders, more?}, `windowsCommand` {command, name}, `notExecutable` {file},
 * `interpreterMissing` {file, interpreter}, `windowsLineEnds` {file} or `spawnFailed` {command, cause}.
 */
export async function spawnFailure(
  { command, cwd, baseEnv, env }: ResolvedStdio,
  error: unknown,
  platform: NodeJS.Platform = process.platform,
): Promise<UserError> {
  // What already says it for a person stays as it is.
  if (error instanceof UserError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const environment = processEnvironment(baseEnv, env, platform);
  const reason = await failedStart({ command, cwd, environment, platform }, code);
  return UserError.from(reason, { cause: error });
}

async function failedStart(wanted: WantedProgram, cause: string): Promise<Reason> {
  const { command, cwd } = wanted;
  // The same code tells of a missing command and of a missing folder to run it in.
  if (cause === 'ENOENT' && !(await isFolder(cwd))) return { code: 'cwdNotFound', args: { cwd } };
  const { file, blocked, folders } = await searchProgram(wanted);
  if (cause === 'EACCES' && blocked !== undefined)
    return { code: 'notExecutable', args: { file: blocked } };
  if (cause === 'ENOENT' && file === undefined) return missingProgram(wanted, folders);
  // It is there, so what is missing is the program that runs it.
  const script = file === undefined ? undefined : await readShebang(file);
  if (cause !== 'ENOENT' || file === undefined || !script)
    return { code: 'spawnFailed', args: { command, cause } };
  if (script.windowsLineEnd) return { code: 'windowsLineEnds', args: { file } };
  return { code: 'interpreterMissing', args: { file, interpreter: script.interpreter } };
}

function missingProgram({ command, platform }: WantedProgram, folders: readonly string[]): Reason {
  const [, name] = /([^\\/]+)\.(?:exe|cmd|bat|ps1)$/i.exec(command) ?? [];
  if (name !== undefined && platform !== 'win32')
    return { code: 'windowsCommand', args: { command, name } };
  const more = folders.length - namedFolders;
  const named = { command, folders: folders.slice(0, namedFolders) };
  return { code: 'notFound', args: more > 0 ? { ...named, more } : named };
}
