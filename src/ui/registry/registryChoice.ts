import { canRun } from './runtimes';
import type { RegistryPackage, RegistryRemote, RegistryServer } from './registrySchema';

/** One of the ways to get at a server. */
export type RegistryChoice =
  | { readonly kind: 'package'; readonly from: RegistryPackage }
  | { readonly kind: 'remote'; readonly from: RegistryRemote };

/** Something to know about a choice before it is written down; `ui/registry/registryTexts.ts` words it. */
export interface RegistryNote {
  readonly note: NoteCode;
  readonly args?: Readonly<Record<string, string>> | undefined;
}

export type NoteCode =
  | ObstacleCode
  /** `message`, where the publisher gave one. */
  | 'deprecated'
  /** No version is named, so the latest runs each time: `name`. */
  | 'unpinned'
  /** The package comes from another place than its kind usually does: `url`. */
  | 'otherRegistry'
  /** The package is run by a program that does not fetch it: `name`, `command`. */
  | 'notFetched'
  /** What the program is told is code that it runs: `command`. */
  | 'runsCode';

/** Why a choice cannot be installed. */
export type ObstacleCode =
  /** An MCP bundle, which is installed in a way of its own. */
  | 'mcpb'
  /** `command`: the package wants to be run by a program that runs no packages. */
  | 'unknownRunner'
  /** `type`: a kind of package or transport that is not known. */
  | 'unknownPackage'
  | 'unknownTransport'
  /** The package is a web server that somebody must start: `type`. */
  | 'startedApart'
  /** It would read secrets of the editor or of other entries: `variables`. */
  | 'foreignVariables'
  /** `url`: no http or https address. */
  | 'notAnAddress';

const packageKinds = new Set(['npm', 'pypi', 'oci', 'nuget']);
const remoteTypes = new Set(['streamable-http', 'http', 'sse']);

/** Everything a server offers, what can be installed in front; the order is kept otherwise. */
export function choicesOf(server: RegistryServer): readonly RegistryChoice[] {
  const all: readonly RegistryChoice[] = [
    ...server.packages.map((from) => ({ kind: 'package' as const, from })),
    ...server.remotes.map((from) => ({ kind: 'remote' as const, from })),
  ];
  const isOpen = (choice: RegistryChoice): boolean => obstacleOf(choice) === undefined;
  return [...all.filter(isOpen), ...all.filter((choice) => !isOpen(choice))];
}

/** Why a choice cannot be installed; `undefined` where it can. */
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
 * Variables of the editor in the publisher's text. The format has none, so whoever writes one is
 * after a value that is none of the server's: an input of another entry, a setting, the environment.
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
