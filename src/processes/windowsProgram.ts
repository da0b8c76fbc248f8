import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { win32 } from 'node:path';
import { batchCommandLine } from './batchCommandLine';
import { parseCmdShim, type CmdShim } from './cmdShim';
import { searchProgram } from './programSearch';
import { windowsTool } from './runTool';

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
