import { isOperand } from '../../config/paste/operands';
import { urlOf } from '../../network/urlOf';
import type { RegistryNote } from './registryChoice';
import type { RegistryArgument, RegistryPackage } from './registrySchema';

/** Programs that run files and do not fetch packages. */
const interpreters = new Set(['node', 'python', 'python3', 'deno', 'bun', 'dotnet']);

/** Programs that fetch packages and run them, with the registry of the packages. */
const fetchers: ReadonlyMap<string, string> = new Map([
  ['npx', 'npm'],
  ['npm', 'npm'],
  ['bunx', 'npm'],
  ['pnpm', 'npm'],
  ['pnpx', 'npm'],
  ['yarn', 'npm'],
  ['uvx', 'pypi'],
  ['uv', 'pypi'],
  ['pipx', 'pypi'],
  ['dnx', 'nuget'],
]);

const containers = new Set(['docker', 'podman', 'nerdctl']);

/** Arguments with which a program runs code instead of a file or package. */
const codeArguments: ReadonlyMap<string, RegExp> = new Map([
  ['node', /^(?:-(?:e|p|pe)$|--(?:eval|print)(?:=|$))/],
  ['bun', /^(?:-(?:e|p)$|--(?:eval|print)(?:=|$))/],
  ['deno', /^eval$/],
  // Flags stand together in one word, and the code may follow at once.
  ['python', /^-[bBdEhiIOPqRsSuvVx]*c/],
  ['python3', /^-[bBdEhiIOPqRsSuvVx]*c/],
  ['npx', /^(?:-c$|--call(?:=|$))/],
  ['npm', /^(?:-c$|--call(?:=|$))/],
  ['pnpm', /^(?:-c$|--shell-mode(?:=|$))/],
]);

/** True if the program runs files and fetches nothing. */
function isInterpreter(command: string): boolean {
  return interpreters.has(programName(command));
}

/**
 * True if the publisher's program may run packages of this kind: a known program, by its name alone. A shell, or a
 * program at a path, could run anything.
 */
export function canRun(registryType: string, command: string): boolean {
  const name = programName(command);
  if (containers.has(name)) return true;
  return registryType !== 'oci' && (interpreters.has(name) || fetchers.has(name));
}

/** True if one of the arguments holds code that the program runs. */
export function takesCode(command: string, args: readonly string[]): boolean {
  const shape = codeArguments.get(programName(command));
  return shape !== undefined && args.some((arg) => shape.test(arg));
}

/** The registry of the packages that a command line runs, whatever path its program has; also behind `cmd /c`. */
export function registryOf(
  command: string,
  [first = '', ...rest]: readonly string[],
): string | undefined {
  const name = programName(command.replace(/^.*[\\/]/s, '')).toLowerCase();
  if (name === 'cmd' && /^\/[cd]$/i.test(first)) {
    const [program = '', ...args] = rest;
    return registryOf(program, args);
  }
  if (name === 'bun' && first === 'x') return 'npm';
  return containers.has(name) ? 'oci' : fetchers.get(name);
}

/** Program name without the extension of Windows. */
function programName(command: string): string {
  return command.replace(/\.(?:exe|cmd)$/i, '');
}

/** Command that runs a package. */
export interface Runner {
  readonly command: string;
  /** Arguments before the publisher's runtime arguments. */
  readonly before: readonly string[];
  /**
   * Runtime arguments and the package's `own` ones, with the package among them. `runtime`: words of each argument, an
   * option together with its value.
   */
  readonly withPackage: (
    runtime: readonly (readonly string[])[],
    own: readonly string[],
  ) => readonly string[];
  readonly notes: readonly RegistryNote[];
}

interface Kind {
  /** Program that fetches and runs packages of this kind. */
  readonly command: string;
  /** Second-level domain of the usual registry. */
  readonly home: string;
  /** Option that selects another registry. */
  readonly registryOption: string;
  readonly spec: (name: string, version: string) => string;
}

const kinds: Readonly<Record<string, Kind>> = {
  npm: {
    command: 'npx',
    home: 'npmjs',
    registryOption: '--registry',
    spec: (name, version) => `${name}@${version}`,
  },
  pypi: {
    command: 'uvx',
    home: 'pypi',
    registryOption: '--default-index',
    spec: (name, version) => `${name}==${version}`,
  },
  nuget: {
    command: 'dnx',
    home: 'nuget',
    registryOption: '--source',
    spec: (name, version) => `${name}@${version}`,
  },
};

/** Command for a package. `fixed`: runtime arguments that are already known. */
export function runnerOf(from: RegistryPackage, fixed: readonly string[]): Runner {
  if (from.registryType === 'oci') return containerRunner(from, fixed);
  const kind = kinds[from.registryType];
  const { identifier, version, runtimeHint } = from;
  const usual = kind?.command ?? runtimeHint ?? '';
  const hint = runtimeHint ?? usual;
  const interprets = isInterpreter(hint);
  const takes = codeNotes(hint, from);
  if (interprets && (takes.length > 0 || from.runtimeArguments.some(saysWhatToRun))) {
    const args = { name: identifier, command: hint };
    const notes = [{ note: 'notFetched', args } as const, ...takes];
    return { command: hint, before: [], withPackage: between([]), notes };
  }
  // An interpreter alone cannot run a package by its name, so the hint tells only the language.
  const command = interprets ? usual : hint;
  const notes = codeNotes(command, from);
  if (!version) notes.push({ note: 'unpinned', args: { name: identifier } });
  const before = quietly(command, fixed);
  const other = kind && otherRegistry(from, kind.home);
  if (kind && other !== undefined) {
    notes.push({ note: 'otherRegistry', args: { url: other } });
    if (command === usual) before.push(kind.registryOption, other);
  }
  const specOf = (word: string): string => {
    const extras = extrasIn(word, identifier);
    const isKept = extras === undefined || !version || !kind;
    return isKept ? word : kind.spec(identifier + extras, version);
  };
  const withPackage: Runner['withPackage'] = (runtime, own) =>
    packagePlaced({ command, identifier, specOf }, runtime, own);
  return { command, before, withPackage, notes };
}

/** Puts words between the runtime arguments and the package's own. */
function between(target: readonly string[]): Runner['withPackage'] {
  return (runtime, own) => [...runtime.flat(), ...target, ...own];
}

/** Words that tell a program to fetch and run. */
const verbs: ReadonlyMap<string, readonly string[]> = new Map([
  ['npm', ['exec', 'x']],
  ['pnpm', ['dlx', 'exec']],
  ['yarn', ['dlx', 'exec']],
  ['pipx', ['run']],
  ['uv', ['tool', 'run']],
]);

/** Options whose value is fetched; the first other word is a program in it. */
const sources = new Set(['--from', '--spec', '--package']);

interface Fetched {
  readonly command: string;
  readonly identifier: string;
  /** Gives a word that names the package its version. */
  readonly specOf: (word: string) => string;
}

/**
 * Words of a command line with the package. It stands where the publisher names it or says what is fetched, otherwise
 * before the first word for the package itself.
 */
function packagePlaced(
  { command, identifier, specOf }: Fetched,
  runtime: readonly (readonly string[])[],
  own: readonly string[],
): readonly string[] {
  const groups = runtime.map((group) => group.flatMap(sourceWords));
  const words = groups.flat();
  const isValue = groups.flatMap((group) =>
    group.map((_, at) => group[at - 1]?.startsWith('-') ?? false),
  );
  const isFree = (word: string, at: number): boolean =>
    isValue[at] === false && isOperand(word, at, words);
  const source = words.findIndex((word) => sources.has(word));
  const named = words.findIndex((word, at) => {
    const before = words[at - 1] ?? '';
    const isFetched = before === '-p' || before === '--with' || isFree(word, at);
    const mayName = source === -1 ? isFetched : sources.has(before);
    return mayName && extrasIn(word, identifier) !== undefined;
  });
  const said = named === -1 && source !== -1 ? source + 1 : named;
  if (said === -1) {
    const ownVerbs = verbs.get(programName(command)) ?? [];
    const first = words.findIndex((word, at) => isFree(word, at) && !ownVerbs.includes(word));
    const end = first === -1 ? words.length : first;
    const behind = afterSpec(command, [...words.slice(end), ...own]);
    return [...words.slice(0, end), specOf(identifier), ...behind];
  }
  const isProgram = words.slice(said).some((word, later) => isFree(word, said + later));
  const isNamedNext = isProgram || !(own[0] ?? '-').startsWith('-');
  const program = isNamedNext ? [] : [bareName(identifier)];
  const behind = afterSpec(command, [...words.slice(said + 1), ...program, ...own]);
  return [...words.slice(0, said), specOf(words[said] ?? identifier), ...behind];
}

/** The words of an option that is joined with what is fetched. */
function sourceWords(word: string): readonly string[] {
  const [, option = '', value = ''] = /^(--\w+)=(.+)$/s.exec(word) ?? [];
  return sources.has(option) ? [option, value] : [word];
}

/** Extras in a word that is the package, with or without a version; `undefined` for any other word. */
function extrasIn(word: string, identifier: string): string | undefined {
  if (!word.startsWith(identifier)) return undefined;
  const behind = word.slice(identifier.length);
  return /^(?<extras>(?:\[[^\]]*\])?)(?:$|@|[=~!<>])/.exec(behind)?.groups?.['extras'];
}

/** The program that a package has by default: its name without the scope. */
function bareName(identifier: string): string {
  return identifier.slice(identifier.lastIndexOf('/') + 1);
}

/** Words behind the package: `dnx` takes those before `--` for itself. */
function afterSpec(command: string, words: readonly string[]): readonly string[] {
  if (command !== 'dnx') return words;
  const passed = words.filter((word) => word !== '--yes' && word !== '--');
  return ['--yes', ...(passed.length > 0 ? ['--', ...passed] : [])];
}

function saysWhatToRun({ type, name }: RegistryArgument): boolean {
  return type === 'positional' || name === '-m';
}

/** Notes if an argument's name, value or default makes the program run code. */
function codeNotes(command: string, { runtimeArguments }: RegistryPackage): RegistryNote[] {
  const words = runtimeArguments
    .flatMap((argument) => [
      argument.name,
      ...[argument, ...argument.variables.values()].flatMap((one) => [one.value, one.default]),
    ])
    .filter((word) => word !== undefined);
  return takesCode(command, words) ? [{ note: 'runsCode', args: { command } }] : [];
}

/** Arguments that keep a runner from asking before it fetches: nobody could answer. */
function quietly(command: string, fixed: readonly string[]): string[] {
  const isSaid = fixed.some((word) => word === '-y' || word === '--yes');
  if (command === 'npx') return isSaid ? [] : ['-y'];
  if (command === 'pipx') return fixed.includes('run') ? [] : ['run'];
  if (command === 'pnpm' || command === 'yarn') return fixed.includes('dlx') ? [] : ['dlx'];
  if (command === 'uv') return fixed.includes('run') ? [] : ['tool', 'run'];
  return [];
}

function containerRunner(from: RegistryPackage, fixed: readonly string[]): Runner {
  const { image, pinned } = imageOf(from);
  const said = new Set(fixed);
  const isRun = said.has('run');
  // Behind `run` where the publisher says that, too; options may stand in any order.
  const options = [
    ...(said.has('-i') || said.has('--interactive') ? [] : ['-i']),
    ...(said.has('--rm') ? [] : ['--rm']),
  ];
  return {
    command: from.runtimeHint ?? 'docker',
    before: isRun ? [] : ['run', ...options],
    withPackage: between(isRun ? [...options, image] : [image]),
    notes: pinned ? [] : [{ note: 'unpinned', args: { name: image } }],
  };
}

/** Reference of an image. Before 2025-10-11 registry and tag were separate fields. */
export function imageOf(from: RegistryPackage): { image: string; name: string; pinned: boolean } {
  const host = otherRegistry(from, 'docker')
    ?.replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
  const isWhole = host === undefined || from.identifier.startsWith(`${host}/`);
  const reference = isWhole ? from.identifier : `${host}/${from.identifier}`;
  const last = reference.slice(reference.lastIndexOf('/') + 1);
  const name = reference.slice(0, reference.length - last.length) + last.replace(/[:@].*$/s, '');
  const isTagged = /[:@]/.test(last);
  const image = isTagged || !from.version ? reference : `${reference}:${from.version}`;
  return { image, name, pinned: isTagged || from.version !== undefined };
}

function otherRegistry({ registryBaseUrl }: RegistryPackage, home: string): string | undefined {
  const url = urlOf(registryBaseUrl ?? '');
  return !url || url.hostname.split('.').at(-2) === home ? undefined : registryBaseUrl;
}
