import type { Launch } from '../../config/definition';
import type { RegistryPackage, RegistryRemote, RegistryServer } from './registrySchema';
import { imageOf, canRun } from './packageRunner';
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

/** Returns a check whether a server is configured, by any version of its packages or by its URLs. */
export function installedCheck(launches: readonly Launch[]): (server: RegistryServer) => boolean {
  const known = new Set<string>();
  for (const launch of launches) {
    if (launch.type === 'stdio') for (const word of launch.args) known.add(packageName(word));
    else known.add(address(launch.url));
  }
  return ({ packages, remotes }) =>
    packages.some((from) =>
      known.has(from.registryType === 'oci' ? imageOf(from).name : from.identifier),
    ) || remotes.some(({ url }) => known.has(address(url)));
}

/** An argument without its version and extras: `name@1`, `name[extra]==1`, `image:tag`. */
function packageName(word: string): string {
  const start = word.lastIndexOf('/') + 1;
  return word.slice(0, start) + word.slice(start).replace(/(?<=.)(?:@|==|:|\[).*$/s, '');
}

/** A URL with its placeholders made equal. */
function address(url: string): string {
  return url
    .replaceAll(/\$?\{[^{}]*\}/g, '{}')
    .replace(/\/$/, '')
    .toLowerCase();
}
