import { access, constants, lstat, open, readlink, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { environmentKey, environmentValue, type Environment } from '../base/environment';

/** A program to search for. */
export interface WantedProgram {
  readonly command: string;
  /** The absolute path of its working folder. */
  readonly cwd: string;
  /** The complete environment of its process. */
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** True for a start, which looks on the network, too. */
  readonly onNetwork?: boolean;
}

/** The result of a search. */
export interface ProgramSearch {
  /** The first file that a start would execute. */
  readonly file?: string | undefined;
  /** The first file of that name that is not executable. */
  readonly blocked?: string | undefined;
  /** The searched folders in order, each once; those on the network as they are written. */
  readonly folders: readonly string[];
  /** True if some folders are on the network, where only a start looks. */
  readonly passedOver: boolean;
}

/** The default `PATH` of C libraries. */
const defaultPath = '/usr/bin:/bin';
const defaultExtensions = '.COM;.EXE;.BAT;.CMD';
/** The variable that keeps Windows from looking for programs in the working folder, whatever its value. */
export const noCurrentFolder = 'NoDefaultCurrentDirectoryInExePath';
/** Of the endings in `PATHEXT`; the others, such as .JS, are of files that only a shell opens. */
const programEnding = /^\.(?:com|exe|bat|cmd)$/i;
/** Target of `python` where Windows has none and only offers it. */
const pythonOffer = /\\AppInstallerPythonRedirector\.exe$/i;
/** A folder in a `PATH` of Windows, where quotes may surround one with a semicolon. */
const windowsFolder = /(?:"[^"]*"?|[^;"])+/g;

/**
 * Searches a program by the rules of a start, without touching the network before that. Client and host share these
 * rules, because a client must find the file that its host starts.
 */
export async function searchProgram(wanted: WantedProgram): Promise<ProgramSearch> {
  const { platform } = wanted;
  const places = searchedPlaces(wanted);
  const folders = [...new Set(places.map(({ folder }) => folder))];
  const passedOver = places.some(({ isFar }) => isFar);
  let blocked: string | undefined;
  for (const { isFar, files } of places) {
    if (isFar && wanted.onNetwork !== true) continue;
    for (const file of files) {
      if (!(await isFile(file, platform))) continue;
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

/** True if the command contains a folder, so that `PATH` is not searched. */
export function hasFolder(command: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /[\\/:]/.test(command) : command.includes('/');
}

interface SearchedPlace {
  readonly folder: string;
  readonly isFar: boolean;
  /** True if it is the working folder of Windows, or named from there. */
  readonly isHere: boolean;
  /** The files that a start would try. */
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
  const added = extensions.split(';').filter((ending) => programEnding.test(ending));
  const endings = isWindows ? [...asWritten, ...added] : asWritten;
  // An empty part is the working folder. There a file could pass for the program that was approved, so Windows, which
  // would look there first, looks there last.
  const here = isWindows && environmentKey(environment, noCurrentFolder, platform) === undefined;
  const fromPath = isWindows ? [...windowsFolders(path), ...(here ? [''] : [])] : path.split(':');
  const places = (hasFolder(command, platform) ? [''] : fromPath).map((folder) => {
    const file = paths.resolve(cwd, folder, command);
    const isFar = isOnNetwork(folder) || isOnNetwork(file);
    return {
      folder: isFar ? folder || paths.dirname(file) : paths.dirname(file),
      isFar,
      isHere: isWindows && !paths.isAbsolute(folder),
      files: endings.map((ending) => file + ending),
    };
  });
  // The program may be on the network, also while that is out of reach.
  const far = places.findIndex(({ isFar }) => isFar);
  return places.filter(({ isHere }, at) => !isHere || far === -1 || at <= far);
}

function windowsFolders(path: string): string[] {
  return [...path.matchAll(windowsFolder)].map(([folder]) => folder.replaceAll('"', ''));
}

async function isFile(file: string, platform: NodeJS.Platform): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    ({ code }: NodeJS.ErrnoException) =>
      platform === 'win32' && code === 'EACCES' && isStoreProgram(file),
  );
}

/** True for the name of a program of the Windows Store, which Windows starts but Node cannot follow to its file. */
async function isStoreProgram(file: string): Promise<boolean> {
  const isFolder = await lstat(file).then(
    (found) => found.isDirectory(),
    () => true,
  );
  return !isFolder && !pythonOffer.test(await readlink(file).catch(() => ''));
}

async function mayRun(file: string, platform: NodeJS.Platform): Promise<boolean> {
  if (platform === 'win32') return true;
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** More bytes than any system reads of a shebang line. */
const longestLine = 512;

/** The interpreter that a script names. */
interface Shebang {
  /** The interpreter as written: an absolute path. */
  readonly interpreter: string;
  /** The program for `/usr/bin/env` to search, if that is the interpreter. */
  readonly program?: string | undefined;
  /** True if the line ends as on Windows, which POSIX takes for a part of the name. */
  readonly windowsLineEnd: boolean;
}

/** Reads the first line of a script; `undefined` if there is none or the file cannot be read. */
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

/** True if a path is a folder that a process can be started in. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
