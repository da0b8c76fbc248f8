import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { win32 } from 'node:path';
import { searchProgram } from './programSearch';
import { windowsTool } from './runTool';
import { UserError } from '../base/errors';

/** What is started, and how. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are a command line already. */
  readonly verbatim: boolean;
}

/** A program as a configuration names it. */
export interface NamedProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>;
}

/** Dots and spaces at its end are no part of a file's name. */
const batchFile = /\.(?:cmd|bat)[. ]*$/i;

/**
 * What Windows has to start for a command. Windows itself would not find batch files, and would start
 * one through its command interpreter with arguments that can break out of their quotes: the batch
 * files of package managers are read and their script is run, others get an escaped command line.
 * @throws what {@link batchCommandLine} throws
 */
export async function windowsProgram(named: NamedProgram): Promise<Program> {
  const { args } = named;
  const file = (await find(named, named.command)) ?? named.command;
  if (!batchFile.test(file)) return { file, args, verbatim: false };
  const shim = parseCmdShim(await readFile(file, 'utf8').catch(() => ''));
  const node = shim && (await nodeFor(named, file));
  return programOf(file, args, shim, node);
}

/** What runs a batch file: Node where it is a shim whose script is there, else `cmd.exe`. */
export function programOf(
  file: string,
  args: readonly string[],
  shim: CmdShim | undefined,
  node: string | undefined,
  exists: (file: string) => boolean = existsSync,
): Program {
  if (shim && node !== undefined) {
    const script = win32.join(win32.dirname(file), shim.script);
    if (exists(script))
      return { file: node, args: [...shim.options, script, ...args], verbatim: false };
  }
  const line = batchCommandLine(file, args);
  const interpreter = ['/d', '/e:ON', '/v:OFF', '/s', '/c', line];
  return { file: windowsTool('cmd.exe'), args: interpreter, verbatim: true };
}

async function nodeFor(named: NamedProgram, shim: string): Promise<string | undefined> {
  const beside = win32.join(win32.dirname(shim), 'node.exe');
  return existsSync(beside) ? beside : find(named, 'node.exe');
}

async function find({ cwd, env }: NamedProgram, command: string): Promise<string | undefined> {
  const search = { command, cwd, environment: env, platform: 'win32' } as const;
  return (await searchProgram(search)).file;
}

/** What the command interpreter takes at most, in characters; it drops what is more. */
const longest = 8_000;
/** A percent sign, and an empty piece of a variable that is always there, so that it begins no other. */
const percent = '%%cd:~,%';
const plain = /^[\w#$*+\-./:?@]+$/;

/**
 * The line behind `cmd.exe /d /e:ON /v:OFF /s /c` that runs a batch file with exactly these arguments.
 * A batch file reads its arguments once more, so carets would not last: everything stands in quotes, a
 * quote is doubled, and no percent sign begins a variable (the rules that CVE-2024-24576 has led to).
 * @throws UserError `argumentUnsafe` {command, position} for a line break or NUL, which nothing can
 * escape; `argumentsTooLong` {command, limit}.
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

/** Backslashes count double before a quote, also before the last one. */
function quote(text: string): string {
  const escaped = text
    .replaceAll(/(\\*)"/g, '$1$1""')
    .replace(/\\+$/, '$&$&')
    .replaceAll('%', percent);
  return `"${escaped}"`;
}

/** What a batch file does that a package manager made for a script of Node. */
interface CmdShim {
  /** Options of Node that stand before the script. */
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
/** Older releases of npm, and other package managers, name the script twice. */
const branched =
  /^@IF EXIST "%~dp0\\node\.exe" \(\n"%~dp0\\node\.exe" (?<options>[^"%]*)"%~dp0\\(?<script>[^"%]+)" %\*\n\) ELSE \(\n(?:@SETLOCAL\n)?@SET PATHEXT=%PATHEXT:;\.JS;=;%\nnode \k<options>"%~dp0\\\k<script>" %\*\n\)$/i;
/** npm.cmd and npx.cmd as Node brings them. */
const npm =
  /^:: Created by npm, please don't edit manually\.\n(?:.*\n)*SET "(?<name>NP[MX]_CLI_JS)=%~dp0\\(?<script>node_modules\\npm\\bin\\np[mx]-cli\.js)"\n(?:.*\n)*"%NODE_EXE%" "%\k<name>%" %\*$/i;

/**
 * Reads a batch file that does nothing but run a script with Node. `undefined` for any other, also
 * for one that sets variables before, as those of pnpm do. npm's own would first ask for a newer npm
 * in its global folder; the one beside Node does as well and starts in half the time.
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

/** What this machine has to start for a command. @throws what {@link windowsProgram} throws */
export async function programFor(named: NamedProgram): Promise<Program> {
  if (process.platform === 'win32') return windowsProgram(named);
  return { file: named.command, args: named.args, verbatim: false };
}
