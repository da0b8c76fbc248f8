import type { Definition } from '../../config/definition';
import { isVsCodeFormat } from '../../config/dialects';
import type { RegistryPackage, RegistryRemote, RegistryServer } from './registrySchema';
import { imageOf, canRun, registryOf } from './packageRunner';
import type { noteTexts } from './registryTexts';

/** A package or remote of a server. */
export type RegistryChoice =
  | { readonly kind: 'package'; readonly from: RegistryPackage }
  | { readonly kind: 'remote'; readonly from: RegistryRemote };

/** A note about a choice, with the arguments of its text. */
export interface RegistryNote {
  readonly note: keyof typeof noteTexts;
  readonly args?: Readonly<Record<string, string>> | undefined;
}

const packageKinds = new Set(['npm', 'pypi', 'oci', 'nuget']);
const remoteTypes = new Set(['streamable-http', 'http', 'sse']);

/** All choices of a server, installable ones first, otherwise in order. */
export function choicesOf(server: RegistryServer): readonly RegistryChoice[] {
  const all: readonly RegistryChoice[] = [
    ...server.packages.map((from) => ({ kind: 'package' as const, from })),
    ...server.remotes.map((from) => ({ kind: 'remote' as const, from })),
  ];
  const isOpen = (choice: RegistryChoice): boolean => obstacleOf(choice) === undefined;
  return [...all.filter(isOpen), ...all.filter((choice) => !isOpen(choice))];
}

/** Reason why a choice cannot be installed; `undefined` if it can. */
export function obstacleOf(choice: RegistryChoice): RegistryNote | undefined {
  const variables = foreignVariables(choice);
  if (variables.length > 0) {
    return { note: 'foreignVariables', args: { variables: variables.join(', ') } };
  }
  if (choice.kind === 'remote') {
    const { type } = choice.from;
    return remoteTypes.has(type) ? undefined : { note: 'unknownTransport', args: { type } };
  }
  const { registryType, transport, runtimeHint } = choice.from;
  if (registryType === 'mcpb') return { note: 'mcpb' };
  if (!packageKinds.has(registryType)) {
    return { note: 'unknownPackage', args: { type: registryType } };
  }
  if (runtimeHint !== undefined && !canRun(registryType, runtimeHint)) {
    return { note: 'unknownRunner', args: { command: runtimeHint } };
  }
  const type = transport?.type ?? 'stdio';
  return type === 'stdio' ? undefined : { note: 'startedApart', args: { type } };
}

/**
 * Variables of the editor in the publisher's text. The format has none, so they aim at values of others: inputs,
 * settings, the environment.
 */
function foreignVariables({ from }: RegistryChoice): readonly string[] {
  const found = new Set<string>();
  for (const text of textsIn(from)) {
    for (const [variable] of text.matchAll(/\$\{(?:input|env|config|command):[^{}]*\}/g)) {
      found.add(variable);
    }
  }
  return [...found];
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value instanceof Map) for (const inner of value.values()) yield* textsIn(inner);
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* textsIn(inner);
  }
}

/** A configured server that a registry lists, by any version of its package or by its URL. */
export interface InstalledServer {
  readonly definition: Definition;
  /** The registry's version where the entry names an earlier one exactly. */
  readonly update?: VersionUpdate | undefined;
}

/** An installed server with a later version. */
export type OutdatedServer = InstalledServer & { readonly update: VersionUpdate };

/** The step from one version of a package to a later one. */
export interface VersionUpdate {
  readonly from: string;
  readonly to: string;
  /** The argument of the entry that names the package, and the one in its place. */
  readonly argument: string;
  readonly updated: string;
}

/** Returns a search for the configured servers that are one of a registry. */
export function installedSearch(
  definitions: readonly Definition[],
): (server: RegistryServer) => readonly InstalledServer[] {
  const known = new Map<string, { readonly definition: Definition; readonly word?: string }[]>();
  const add = (key: string, definition: Definition, word?: string): void => {
    const found = { definition, ...(word !== undefined && { word }) };
    known.set(key, [...(known.get(key) ?? []), found]);
  };
  for (const definition of definitions) {
    const { launch } = definition;
    if (launch.type !== 'stdio') add(address(launch.url), definition);
    else for (const word of launch.args) add(packageWord(word).name, definition, word);
  }
  return ({ packages, remotes }) => {
    const found = new Map<Definition, InstalledServer>();
    for (const from of packages) {
      const name = from.registryType === 'oci' ? imageOf(from).name : from.identifier;
      for (const { definition, word = '' } of known.get(name) ?? []) {
        const update = found.get(definition)?.update ?? updateOf(definition, word, from);
        found.set(definition, { definition, update });
      }
    }
    for (const { url } of remotes)
      for (const { definition } of known.get(address(url)) ?? [])
        if (!found.has(definition)) found.set(definition, { definition });
    return [...found.values()];
  };
}

/** An argument as the name of a package, its extras and its version: `name@1`, `name[extra]==1`, `image:tag`. */
function packageWord(word: string): {
  readonly name: string;
  readonly extras: string;
  readonly mark: string;
  readonly version: string;
} {
  const start = word.lastIndexOf('/') + 1;
  const [, name = '', extras = '', mark = '', version = ''] =
    /^(.[^@=:[]*)(\[[^\]]*\])?(@|==|:)?(.*)$/s.exec(word.slice(start)) ?? [];
  return { name: word.slice(0, start) + name, extras, mark, version };
}

/** The update of an argument that names an exact version before the published one; `undefined` for any other. */
function updateOf(
  { launch, source }: Definition,
  argument: string,
  from: RegistryPackage,
): VersionUpdate | undefined {
  if (launch.type !== 'stdio' || !isVsCodeFormat(source.dialect)) return undefined;
  if (registryOf(launch.command, launch.args) !== from.registryType) return undefined;
  const { name, extras, mark, version } = packageWord(argument);
  const isImage = from.registryType === 'oci';
  const { version: to = '' } = isImage ? packageWord(imageOf(from).image) : from;
  // Less than three numbers are a range for npm, and a tag that moves for a container.
  const isExact = mark === '==' || /^v?\d+\.\d+\.\d/.test(version);
  if (!isExact || !isLater(to, version)) return undefined;
  return { from: version, to, argument, updated: name + extras + mark + to };
}

const byNumbers = new Intl.Collator('en', { numeric: true });

/** The numbers of a version, and what makes it one before a release: `1.0.0-beta.2`, `1.0.0rc1`, `1.0.dev3`. */
const versionParts =
  /^v?(\d+(?:\.\d+)*)(?:[-.]?((?:alpha|beta|preview|pre|rc|dev|next|canary|a|b|c)(?:[-.]?\d[\w.-]*)?))?$/;

/** True if a version comes after another. Anything else behind its numbers, such as a variant, has no order. */
function isLater(version: string, than: string): boolean {
  const [later, earlier] = [version, than].map((text) => versionParts.exec(text));
  if (!later || !earlier) return false;
  const [, release = '', pre = ''] = later;
  const [, releaseBefore = '', preBefore = ''] = earlier;
  if (release !== releaseBefore) return byNumbers.compare(release, releaseBefore) > 0;
  if (pre === '' || preBefore === '') return pre === '' && preBefore !== '';
  return byNumbers.compare(pre, preBefore) > 0;
}

/** A URL with its placeholders made equal. */
function address(url: string): string {
  return url
    .replaceAll(/\$?\{[^{}]*\}/g, '{}')
    .replace(/\/$/, '')
    .toLowerCase();
}
