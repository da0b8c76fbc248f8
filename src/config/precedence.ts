import type { ConfigSource, Definition } from './definition';

/** An enabled entry counts, or another one of its name does. */
export type Precedence =
  | { readonly kind: 'counts' }
  /** `by`: the id of the entry that counts. */
  | { readonly kind: 'overridden'; readonly by: string };

/** The levels of sources, nearest first. */
export const levels = {
  /** A workspace folder's files for VS Code and for Roundhouse. */
  folder: 0,
  /** Its files for other hosts. */
  project: 1,
  /** From here on a source belongs to the window as a whole. */
  workspace: 100,
  /** From here on it is the person's own and comes with no workspace. */
  remote: 150,
  user: 200,
  /** The person's own file of another host. */
  host: 400,
} as const;

/** True if the file is the user's own. Files of a workspace can only narrow. */
export function isOfPerson({ level }: ConfigSource): boolean {
  return level >= levels.remote;
}

/**
 * Finds entries of a workspace with the name of one of the user's own. User settings for that name mean the user's
 * own entry; they can only narrow its namesake.
 */
export function namesakes(definitions: readonly Definition[]): (one: Definition) => boolean {
  const own = definitions.filter(({ source }) => isOfPerson(source));
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  return ({ name, source }) => !isOfPerson(source) && names.has(name.toLowerCase());
}

/**
 * Decides which of several entries with one name counts, without regard to case. The lowest level counts, and the
 * first of one level. Entries of two folders do not override each other, because each runs in its own. Entries of
 * every folder override those of the window and of the user. An entry that is not `enabled` neither counts nor
 * overrides.
 */
export function resolvePrecedence(
  definitions: Iterable<Definition>,
  enabled: (definition: Definition) => boolean,
): ReadonlyMap<string, Precedence> {
  const nearestFirst = [...definitions]
    .filter(enabled)
    .toSorted((one, other) => one.source.level - other.source.level);
  const anywhere = new Map<string, string>();
  const byFolder = new Map<string, string>();
  const found = new Map<string, Precedence>();
  for (const { id, name, source } of nearestFirst) {
    const key = name.toLowerCase();
    const inFolder = JSON.stringify([source.level < levels.workspace ? source.folder : null, key]);
    const by = source.level < levels.workspace ? byFolder.get(inFolder) : anywhere.get(key);
    found.set(id, by === undefined ? { kind: 'counts' } : { kind: 'overridden', by });
    if (by !== undefined) continue;
    byFolder.set(inFolder, id);
    if (!anywhere.has(key)) anywhere.set(key, id);
  }
  return found;
}
