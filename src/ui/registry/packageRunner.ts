import { urlOf } from '../../network/urlOf';
import type { RegistryNote } from './registryChoice';
import type { RegistryArgument, RegistryPackage } from './registrySchema';

/** Programs that run files and do not fetch packages. */
const interpreters = new Set(['node', 'python', 'python3', 'deno', 'bun', 'dotnet']);

/** Programs that fetch packages and run them. */
const fetchers = new Set([
  'npx',
  'npm',
  'bunx',
  'pnpm',
  'pnpx',
  'yarn',
  'uvx',
  'uv',
  'pipx',
  'dnx',
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

/** Program name without the extension of Windows. */
function programName(command: string): string {
  return command.replace(/\.(?:exe|cmd)$/i, '');
}

/** Command that runs a package. */
export interface Runner {
  readonly command: string;
  /** Arguments before the publisher's runtime arguments. */
  readonly before: readonly string[];
  /** Arguments between those and the package's own arguments. */
  readonly target: readonly string[];
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
  const spec = version && kind ? kind.spec(identifier, version) : identifier;
  const usual = kind?.command ?? runtimeHint ?? '';
  const hint = runtimeHint ?? usual;
  const interprets = isInterpreter(hint);
  const takes = codeNotes(hint, from);
  if (interprets && (takes.length > 0 || from.runtimeArguments.some(saysWhatToRun))) {
    const args = { name: identifier, command: hint };
    const notes = [{ note: 'notFetched', args } as const, ...takes];
    return { command: hint, before: [], target: [], notes };
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
  return { command, before, target: [spec, ...afterSpec(command, from)], notes };
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

/** Arguments behind the package: `dnx` takes those before `--` for itself. */
function afterSpec(command: string, { packageArguments }: RegistryPackage): readonly string[] {
  if (command !== 'dnx') return [];
  return packageArguments.length > 0 ? ['--yes', '--'] : ['--yes'];
}

function containerRunner(from: RegistryPackage, fixed: readonly string[]): Runner {
  const { image, pinned } = imageOf(from);
  const said = new Set(fixed);
  const before = said.has('run') ? [] : ['run'];
  // Behind `run` where the publisher says that, too; options may stand in any order.
  const options = [
    ...(said.has('-i') || said.has('--interactive') ? [] : ['-i']),
    ...(said.has('--rm') ? [] : ['--rm']),
  ];
  return {
    command: from.runtimeHint ?? 'docker',
    before: said.has('run') ? [] : [...before, ...options],
    target: said.has('run') ? [...options, image] : [image],
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
