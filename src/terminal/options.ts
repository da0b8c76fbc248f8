import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { messageOf } from '../base/errors';
import { testsFile } from '../config/definition';

/** The command line: its options, which {@link usage} describes, as written. */
export interface Options extends Omit<Values, 'input' | 'timeout' | 'help' | 'version'> {
  readonly command: string;
  readonly operands: readonly string[];
  /** The texts of `--input`, by id; see {@link givenInputs}. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Seconds for each server to start. */
  readonly timeout: number;
}

type Values = Readonly<ReturnType<typeof parse>['values']>;

/** The least and the largest number of operands of each command. */
const operandCounts: Readonly<Record<string, readonly [number, number]>> = {
  list: [0, 0],
  call: [2, 2],
  read: [2, 2],
  doctor: [0, 0],
  test: [0, 1],
  connect: [0, 0],
  mock: [1, 1],
};

/** The commands that take an option; all commands take the others. */
const takenBy: Readonly<Partial<Record<keyof Values, readonly string[]>>> = {
  report: ['doctor'],
  raw: ['call', 'read'],
  server: ['test'],
  junit: ['test'],
  update: ['test'],
  timeout: ['list', 'doctor'],
  set: ['connect'],
  folder: ['connect'],
};

/** Seconds. */
const maxTimeout = 86_400;

/** Seconds; a silent server fails after 60, and one that crashes at its start after 15. */
const defaultTimeout = 120;

export const usage = `Usage: roundhouse <command> --config FILE [--config FILE …] [options]
       roundhouse test [FILE] [--config FILE …] [--server NAME …] [--junit FILE] [--update]
       roundhouse connect [--set NAME | --config FILE …] [--folder DIR]
       roundhouse mock FILE

Commands
  list                 start every server of the files and list its tools
  call SERVER TOOL     call a tool and print its result
  read SERVER URI      print what a resource holds
  doctor               check what every server needs, start it, and explain what is wrong
  test [FILE]          make the calls of a file of tests, and compare their results; FILE is
                       ${testsFile} unless given, and the servers are those of mcp.json beside it
  connect              be an MCP server over stdio for another agent: all servers of the VS Code window
                       that has the folder open, else of the files
  mock FILE            be an MCP server over stdio that gives the answers of exported traffic

Options
  --config FILE        a configuration file (mcp.json); may be given more than once
  --args JSON          the tool's arguments, an object (call)
  --input ID=VALUE     a value for \${input:ID}; ID=@FILE: what a file holds, ID=-: standard input; also
                       ROUNDHOUSE_INPUT_<ID>, else asked on a terminal
  --root DIR           a folder that servers may know of, may be given more than once; else this one
  --set NAME           the set of tools that the agent gets; else what is on in the window (connect)
  --folder DIR         the folder that the agent works in; else this one (connect)
  --timeout SECONDS    how long each server may take to come up, with all retries; ${defaultTimeout} unless
                       given, not counting the time at questions (list, doctor)
  --server NAME        only the tests of this server, may be given more than once (test)
  --junit FILE         write the results there in JUnit's format (test)
  --update             put the results in place of the snapshots that they differ from (test)
  --report             print a report to paste, without secrets and without your name (doctor)
  --log                show on stderr what the servers write and what becomes of them
  --json               print JSON on stdout, failures included; messages go to stderr
  --raw                print the result as it came, control characters and bytes too (call, read)
  --help, --version

Exit codes: 0 all well, 1 not, 2 wrong usage.`;

/** A wrong command line; the message explains it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The options that `parseArgs` knows. */
const known = {
  config: { type: 'string', multiple: true, default: [] },
  input: { type: 'string', multiple: true, default: [] },
  args: { type: 'string', default: '{}' },
  root: { type: 'string', multiple: true, default: [] },
  timeout: { type: 'string' },
  server: { type: 'string', multiple: true, default: [] },
  junit: { type: 'string' },
  update: { type: 'boolean', default: false },
  set: { type: 'string' },
  folder: { type: 'string' },
  json: { type: 'boolean', default: false },
  raw: { type: 'boolean', default: false },
  report: { type: 'boolean', default: false },
  log: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} satisfies NonNullable<ParseArgsConfig['options']>;

/** True if failures are printed as JSON too, even for a wrong command line. `connect` and `mock` print only messages. */
export function wantsJson(argv: readonly string[]): boolean {
  if (!argv.includes('--json')) return false;
  const lenient = { args: [...argv], allowPositionals: true, strict: false, options: known };
  const [command] = parseArgs(lenient).positionals;
  return command !== 'connect' && command !== 'mock';
}

/** @throws UsageError if the command line is wrong. */
export function readOptions(argv: readonly string[]): Options | 'help' | 'version' {
  const { values, positionals } = parse(argv);
  if (values.help || argv.length === 0) return 'help';
  if (values.version) return 'version';
  const [command = '', ...operands] = positionals;
  const counts = operandCounts[command];
  if (counts === undefined) {
    const commands = Object.keys(operandCounts).join(', ');
    throw new UsageError(`There is no command "${command}". Commands: ${commands}.`);
  }
  const [least, most] = counts;
  if (operands.length < least || operands.length > most) {
    const count = least === most ? least : `${least} or ${most}`;
    throw new UsageError(`"${command}" takes ${count} words, not ${operands.length}.`);
  }
  for (const [option, commands] of Object.entries(takenBy)) {
    const given = values[option as keyof Values];
    const isGiven = Array.isArray(given)
      ? given.length > 0
      : given !== undefined && given !== false;
    if (!isGiven || commands.includes(command)) continue;
    const names = commands.map((one) => `"${one}"`).join(' and ');
    throw new UsageError(`--${option} is for ${names} only.`);
  }
  if (values.raw && values.json) throw new UsageError('Either --raw or --json.');
  const { input, timeout, ...options } = values;
  const seconds = readTimeout(timeout);
  if (options.set !== undefined && options.config.length > 0) {
    throw new UsageError('--set is a set of a window: files of --config have none.');
  }
  const [tests = testsFile] = operands;
  const isTest = command === 'test';
  const besideTests = path.join(path.dirname(tests), 'mcp.json');
  const config = isTest && options.config.length === 0 ? [besideTests] : options.config;
  if (config.length === 0 && command !== 'connect' && command !== 'mock')
    throw new UsageError('Say which servers: --config FILE.');
  return {
    ...options,
    command,
    operands: isTest ? [tests] : operands,
    config,
    inputs: new Map(input.map(splitInput)),
    root: options.root.length > 0 ? options.root : [options.folder ?? '.'],
    timeout: seconds,
  };
}

/** @throws UsageError */
function readTimeout(text: string | undefined): number {
  if (text === undefined) return defaultTimeout;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= maxTimeout) return seconds;
  throw new UsageError(`--timeout takes seconds, up to ${maxTimeout}, not "${text}".`);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: known });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function splitInput(text: string): [string, string] {
  const equals = text.indexOf('=');
  // The text may be a secret.
  if (equals < 1) throw new UsageError('--input takes ID=VALUE.');
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/**
 * The values of `--input`: `@FILE` means the file's content, `-` standard input, and `@@…` a value that begins with
 * `@`. A byte order mark and a final line break are removed.
 * @throws UsageError if a file or standard input cannot be read.
 */
export async function givenInputs(
  inputs: ReadonlyMap<string, string>,
  stdin: NodeJS.ReadableStream | undefined,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  let isRead = false;
  for (const [id, given] of inputs) {
    if (given === '-') {
      if (!stdin) throw new UsageError(`--input ${id}=-: standard input is the agent's here.`);
      if (isRead) throw new UsageError('Only one --input can come from standard input.');
      isRead = true;
      values.set(id, bare(await text(stdin)));
    } else if (!given.startsWith('@')) values.set(id, given);
    else if (given.startsWith('@@')) values.set(id, given.slice(1));
    else values.set(id, bare(await readGiven(given.slice(1), `--input ${id}=${given}`)));
  }
  return values;
}

/** The text of a file that the command line names. @throws UsageError that begins with `failure`. */
export async function readGiven(file: string, failure: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${failure}: ${messageOf(error)}`);
  }
}

function bare(value: string): string {
  return value.replace(/^\uFEFF|\r?\n$/g, '');
}
