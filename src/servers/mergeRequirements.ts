import { canonicalJson } from '../base/json';
import type { Root } from '../ipc/questions';
import { logLevelSchema, type LogLevel } from '../ipc/requests';
import type { Moved } from './serverUser';

/** What is in one or another of the sets. */
export function joined<T>(sets: Iterable<ReadonlySet<T>>): ReadonlySet<T> {
  const all = new Set<T>();
  for (const set of sets) for (const item of set) all.add(item);
  return all;
}

/** The least severe of the levels that are named: whoever wants less leaves the rest out. */
export function mostVerbose(levels: Iterable<LogLevel | undefined>): LogLevel | undefined {
  const named = new Set(levels);
  return logLevelSchema.options.find((level) => named.has(level));
}

/** Who moved last. */
export function lastMoved(all: Iterable<Moved | undefined>): Moved | undefined {
  let last: Moved | undefined;
  for (const moved of all) if (moved && moved.at >= (last?.at ?? 0)) last = moved;
  return last;
}

/** The folders of all who name some, each once; `undefined` where nobody does. */
export function joinedRoots(
  all: Iterable<readonly Root[] | undefined>,
): readonly Root[] | undefined {
  const named = [...all].filter((roots) => roots !== undefined);
  if (named.length === 0) return undefined;
  const byUri = new Map(named.flat().map((root) => [root.uri, root]));
  return [...byUri.values()];
}

/** Equal for the same folders, whatever their order. */
export function rootsKey(roots: readonly Root[] | undefined): string | undefined {
  return roots && canonicalJson(roots.map(({ uri }) => uri).toSorted());
}
