import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { win32 } from 'node:path';
import { environmentKey } from '../base/environment';
import { UserError } from '../base/errors';
import { hasFolder, noCurrentFolder, searchProgram } from './programSearch';
import { windowsTool } from './runTool';

/** A file to execute. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** True if the arguments are a command line already. */
  readonly verbatim: boolean;
  /** The complete environment of the process. */
  readonly env: Readonly<Record<string, string>>;
}

/** A program as configured. */
export interface NamedProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** The absolute path of the working folder. */
  readonly cwd: string;
  /** The complete environment of the process. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The program that this machine has to start for a command.
 * @throws as {@link windowsProgram}
 */
export async function programFor(named: NamedProgram): Promise<Program> {
  if (process.platform === 'win32') return windowsProgram(named);
  const { command, args, env } = named;
  return { file: command, args, verbatim: false, env };
}

/** A batch file; dots and spaces at the end are not part of its name. */
const batchFile = /\.(?:cmd|bat)[. ]*$/i;

/**
 * The file that Windows has to execute for a command, found by `PATH` and `PATHEXT`. Windows would not find batch
 * files, and its command interpreter lets arguments break out of quotes. So Node runs the script of a package
 * manager's batch file; other batch files get an escaped command line.
 * @throws as {@link batchCommandLine}
 */
export async function windowsProgram(named: NamedProgram): Promise<Program> {
  const { command, args, env } = named;
  // Windows would look for a bare name in the working folder after all. No workspace writes to the system's folder.
  const missing = hasFolder(command, 'win32') ? command : windowsTool(command);
  const file = (await find(named, command)) ?? missing;
  if (!batchFile.test(file)) return { file, args, verbatim: false, env };
  const shim = parseCmdShim(await readFile(file, 'utf8').catch(() => ''));
  const node = shim && (await nodeFor(named, file));
  return programOf(named, file, shim, node);
}

/**
 * The program that runs a batch file: Node for a shim whose script exists, else `cmd.exe`. That would look for the
 * programs of the batch file in the working folder first, where one could pass for the Node that was approved.
 */
export function programOf(
  { args, env }: Pick<NamedProgram, 'args' | 'env'>,
  file: string,
  shim: CmdShim | undefined,
  node: string | undefined,
  exists: (file: string) => boolean = existsSync,
): Program {
  if (shim && node !== undefined) {
    const script = win32.join(win32.dirname(file), shim.script);
    if (exists(script))
      return { file: node, args: [...shim.options, script, ...args], verbatim: false, env };
  }
  const line = batchCommandLine(file, args);
  const interpreter = ['/d', '/e:ON', '/v:OFF', '/s', '/c', line];
  const isSet = environmentKey(env, noCurrentFolder, 'win32') !== undefined;
  return {
    file: windowsTool('cmd.exe'),
    args: interpreter,
    verbatim: true,
    env: isSet ? env : { ...env, [noCurrentFolder]: '1' },
  };
}

/** Never that of the working folder, because no entry names Node by a package manager's batch file. */
async function nodeFor(named: NamedProgram, shim: string): Promise<string | undefined> {
  const beside = win32.join(win32.dirname(shim), 'node.exe');
  if (existsSync(beside)) return beside;
  return find({ ...named, env: { ...named.env, [noCurrentFolder]: '1' } }, 'node.exe');
}

/** Looks on the network last, where a start may go. */
async function find({ cwd, env }: NamedProgram, command: string): Promise<string | undefined> {
  const search = { command, cwd, environment: env, platform: 'win32' } as const;
  const { file, passedOver } = await searchProgram(search);
  if (file !== undefined || !passedOver) return file;
  return (await searchProgram({ ...search, onNetwork: true })).file;
}

/** The longest command line of `cmd.exe` in characters, which drops the rest. */
const longest = 8_000;
/** A percent sign followed by an empty part of an existing variable, so that it starts no other one. */
const percent = '%%cd:~,%';
const plain = /^[\w#$*+\-./:?@]+$/;

/**
 * The command line for `cmd.exe /d /e:ON /v:OFF /s /c` that runs a batch file with exactly these arguments. A batch
 * file parses its arguments again, so that carets would not last. Hence everything is quoted, quotes are doubled, and
 * no percent sign starts a variable (the rules after CVE-2024-24576).
 * @throws UserError `argumentUnsafe` {command, position} for a line break or NUL, which cannot be escaped;
 * `argumentsTooLong` {command, limit}.
 */
export function batchCommandLine(file: string, args: readonly string[]): string {
  const quoted = args.map((argument, index) => {
    if (/[\0\r\n]/.test(argument))
      throw new UserError('argumentUnsafe', { command: file, position: index + 1 });
    return plain.test(argument) ? argument : quote(argument);
  });
  const line = `"${[quote(file), ...quoted].join(' ')}"`;
  if (line.length > longest)
    throw new UserError('argumentsTooLong', { command: file, limit: longest });
  return line;
}

/** Quotes an argument; backslashes before a quote are doubled, also before the last one. */
function quote(text: string): string {
  const escaped = text
    .replaceAll(/(\\*)"/g, '$1$1""')
    .replace(/\\+$/, '$&$&')
    .replaceAll('%', percent);
  return `"${escaped}"`;
}

/** A batch file of a package manager that runs a script with Node. */
interface CmdShim {
  /** The options of Node before the script. */
  readonly options: readonly string[];
  /** The script, relative to the folder of the batch file, with backslashes. */
  readonly script: string;
}

const head = String.raw`@echo off
goto start
:find_dp0
set dp0=%~dp0
exit /b
:start
setlocal
call :find_dp0
if exist "%dp0%\node.exe" (
set "_prog=%dp0%\node.exe"
) else (
set "_prog=node"
set pathext=%pathext:;.js;=;%
)
`;
const lastLine =
  /^endLocal & goto #_undefined_# 2>NUL \|\| title %COMSPEC% & "%_prog%" (?<options>[^"%]*)"%dp0%\\(?<script>[^"%]+)" %\*$/i;
/** The form of older npm releases and other package managers, which name the script twice. */
const branched =
  /^@IF EXIST "%~dp0\\node\.exe" \(\n"%~dp0\\node\.exe" (?<options>[^"%]*)"%~dp0\\(?<script>[^"%]+)" %\*\n\) ELSE \(\n(?:@SETLOCAL\n)?@SET PATHEXT=%PATHEXT:;\.JS;=;%\nnode \k<options>"%~dp0\\\k<script>" %\*\n\)$/i;
/** npm.cmd and npx.cmd of Node. */
const npm =
  /^:: Created by npm, please don't edit manually\.\n(?:.*\n)*SET "(?<name>NP[MX]_CLI_JS)=%~dp0\\(?<script>node_modules\\npm\\bin\\np[mx]-cli\.js)"\n(?:.*\n)*"%NODE_EXE%" "%\k<name>%" %\*$/i;

/**
 * Parses a batch file that only runs a script with Node. `undefined` for any other one, also if it sets variables
 * first, as those of pnpm do. npm's own would first look for a newer npm in its global folder; the one beside Node
 * starts in half the time.
 */
export function parseCmdShim(text: string): CmdShim | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const whole = lines.filter((line) => line !== '').join('\n');
  const isCurrent = whole.toLowerCase().startsWith(head);
  const found = isCurrent
    ? lastLine.exec(whole.slice(head.length))
    : (branched.exec(whole) ?? npm.exec(whole));
  const { options = '', script } = found?.groups ?? {};
  if (script === undefined) return undefined;
  return { options: options.split(/\s+/).filter(Boolean), script };
}
