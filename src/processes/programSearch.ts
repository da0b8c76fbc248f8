import { access, constants, stat, open } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { environmentValue, type Environment } from '../base/environment';

/** What is looked for, and where. */
export interface WantedProgram {
  readonly command: string;
  /** Absolute path of the folder in which it is started. */
  readonly cwd: string;
  /** The whole environment of its process. */
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
}

/** What a look for a program told. */
export interface ProgramSearch {
  /** The first file that a start would run. */
  readonly file?: string | undefined;
  /** The first file of the name that may not be run. */
  readonly blocked?: string | undefined;
  /** Where it is looked for, in order, once each; those on the network as they are written. */
  readonly folders: readonly string[];
  /** Some of them are on the network, which a look does not touch. */
  readonly passedOver: boolean;
}

/** What a C library searches for a process without a `PATH`. */
const defaultPath = '/usr/bin:/bin';
const defaultExtensions = '.COM;.EXE;.BAT;.CMD';

/** Looks for a program by the rules of a start, as far as the network need not be touched for it. */
export async function searchProgram(wanted: WantedProgram): Promise<ProgramSearch> {
  const { platform } = wanted;
  const places = searchedPlaces(wanted);
  const folders = [...new Set(places.map(({ folder }) => folder))];
  const passedOver = places.some(({ isFar }) => isFar);
  let blocked: string | undefined;
  for (const { isFar, files } of places) {
    if (isFar) continue;
    for (const file of files) {
      if (!(await isFile(file))) continue;
      if (await mayRun(file, platform)) return { file, blocked, folders, passedOver };
      blocked ??= file;
    }
  }
  return { blocked, folders, passedOver };
}

/** A path such as \\server\share, also as POSIX would write it. */
export function isOnNetwork(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}

/** Whether the command names its folder, so that no `PATH` is looked through. */
export function hasFolder(command: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /[\\/:]/.test(command) : command.includes('/');
}

interface SearchedPlace {
  readonly folder: string;
  readonly isFar: boolean;
  /** The files that a start would try there. */
  readonly files: readonly string[];
}

function searchedPlaces({
  command,
  cwd,
  environment,
  platform,
}: WantedProgram): readonly SearchedPlace[] {
  const isWindows = platform === 'win32';
  const paths = isWindows ? win32 : posix;
  const path = environmentValue(environment, 'PATH', platform) ?? (isWindows ? '' : defaultPath);
  const extensions = environmentValue(environment, 'PATHEXT', platform) ?? defaultExtensions;
  // Windows runs no file without an ending: beside npx.cmd lies an npx for other shells.
  const asWritten = isWindows && win32.extname(command) === '' ? [] : [''];
  const endings = isWindows ? [...asWritten, ...extensions.split(';')] : asWritten;
  // Windows looks into the working folder first. An empty part of the PATH is that folder, too.
  const fromPath = [...(isWindows ? [''] : []), ...path.split(paths.delimiter)];
  return (hasFolder(command, platform) ? [''] : fromPath).map((folder) => {
    const file = paths.resolve(cwd, folder, command);
    const isFar = isOnNetwork(folder) || isOnNetwork(file);
    return {
      folder: isFar ? folder || paths.dirname(file) : paths.dirname(file),
      isFar,
      files: endings.map((ending) => file + ending),
    };
  });
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function mayRun(file: string, platform: NodeJS.Platform): Promise<boolean> {
  if (platform === 'win32') return true;
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** More than any system reads of the line that names an interpreter, in bytes. */
const longestLine = 512;

/** What a script says of the program that runs it. */
interface Shebang {
  /** The program as written: an absolute path. */
  readonly interpreter: string;
  /** The program that `/usr/bin/env` is to look for on the `PATH`, where that is the interpreter. */
  readonly program?: string | undefined;
  /** The line ends as on Windows, which POSIX takes for a part of the name. */
  readonly windowsLineEnd: boolean;
}

/** The first line of a script; `undefined` where the file is none or cannot be read. */
export async function readShebang(file: string): Promise<Shebang | undefined> {
  const [line = '', ...more] = (await firstBytes(file)).split('\n');
  const [interpreter, ...words] = line.replace(/^#!/, '').trim().split(/\s+/);
  if (!line.startsWith('#!') || !interpreter) return undefined;
  const isEnv = interpreter.endsWith('/env');
  const program = isEnv ? words.find((word) => !/^-|=/.test(word)) : undefined;
  return { interpreter, program, windowsLineEnd: more.length > 0 && line.endsWith('\r') };
}

async function firstBytes(file: string): Promise<string> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestLine), 0, longestLine, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  }
}

/** Whether a process could be started in this place. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
