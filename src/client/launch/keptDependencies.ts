import { createHmac, randomBytes } from 'node:crypto';
import { isObject, ownValue } from '../../base/json';
import type { Definition } from '../../config/definition';
import type { ComparedDependency, Dependency, SeenDefinition } from '../../config/fingerprint';
import type { Approvals } from '../approvals';

/** What was approved besides an entry: a keyed hash of each value, by its kind and name. */
interface Kept {
  readonly key: string;
  readonly hashes: Readonly<Record<string, unknown>>;
}

/**
 * What an approval keeps; `true` where the entry depends on nothing else. Values may be secrets, so they are hashed.
 */
export function keptOf(dependencies: readonly ComparedDependency[]): true | Kept {
  const present = dependencies.filter(({ change }) => change !== 'removed');
  if (present.length === 0) return true;
  const key = randomBytes(32).toString('base64url');
  const hashes = present.map((one) => [nameOf(one), hashOf(one, key)] as const);
  return { key, hashes: Object.fromEntries(hashes) };
}

/** The entry with these dependencies beside what a person approved of it. */
export function seenWith(
  definition: Definition,
  dependencies: readonly Dependency[],
  approvals: Approvals,
): SeenDefinition {
  const compared = comparedWith(approvals.kept(definition), dependencies);
  const isSame = compared.every(({ change }) => change === undefined);
  const isApproved = isSame && approvals.isApproved(definition);
  return { ...definition, dependencies: compared, isApproved };
}

/** Nothing is marked where nothing was approved, or need be. */
function comparedWith(
  said: unknown,
  dependencies: readonly Dependency[],
): readonly ComparedDependency[] {
  if (said === undefined) return dependencies;
  const kept = readKept(said);
  const names = new Set(dependencies.map(nameOf));
  const gone = Object.keys(kept.hashes).filter((name) => !names.has(name));
  return [
    ...dependencies.map((one) => ({ ...one, change: changeOf(one, kept) })),
    ...gone.map((name) => ({ ...named(name), change: 'removed' as const })),
  ];
}

function readKept(said: unknown): Kept {
  const { key, hashes } = isObject(said) ? said : {};
  return { key: String(key), hashes: isObject(hashes) ? hashes : {} };
}

function changeOf(dependency: Dependency, { key, hashes }: Kept): ComparedDependency['change'] {
  const before = ownValue(hashes, nameOf(dependency));
  if (before === undefined) return 'added';
  return before === hashOf(dependency, key) ? undefined : 'changed';
}

function hashOf({ value }: Dependency, key: string): string {
  return createHmac('sha256', key).update(value).digest('base64url');
}

function nameOf({ kind, name }: Dependency): string {
  return `${kind} ${name}`;
}

function named(text: string): Dependency {
  const at = text.indexOf(' ');
  return { kind: text.slice(0, at) as Dependency['kind'], name: text.slice(at + 1), value: '' };
}
