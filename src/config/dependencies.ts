import { createHash } from 'node:crypto';
import type { Definition, Launch } from './definition';
import { fillKnown } from './variables';
import { variableStyleOf } from './variableStyle';

/** Something outside of an entry that decides its launch, where a workspace can write it. */
export interface Dependency {
  /** `variable`: one in the launch; `envFile`: that there is such a file; `envVariable`: what the file sets. */
  readonly kind: 'variable' | 'envFile' | 'envVariable';
  /** What stands between the braces, or the name in the file; empty for the file as such. */
  readonly name: string;
  /** What it is filled with; empty for the file as such. */
  readonly value: string;
}

/** A dependency beside what a person approved; of one that is gone the value is empty. */
export interface ComparedDependency extends Dependency {
  readonly change?: 'added' | 'changed' | 'removed' | undefined;
}

/** An entry as somebody looked at it; without what follows nobody did. */
export interface SeenDefinition extends Definition {
  /** What it depended on. */
  readonly dependencies?: readonly ComparedDependency[] | undefined;
  /** Whether a person had approved it with exactly those. */
  readonly isApproved?: boolean | undefined;
}

/** A short text that differs where any dependency does, whatever their order. */
export function digestOf(dependencies: readonly ComparedDependency[]): string {
  const present = dependencies.filter(({ change }) => change !== 'removed');
  const parts = present.map(({ kind, name, value }) => JSON.stringify([kind, name, value]));
  return createHash('sha256').update(parts.toSorted().join('\n')).digest('base64url');
}

/** The launch with the values that it depends on, as it would run; other variables stay as written. */
export function launchWith(
  { launch, source }: Definition,
  dependencies: readonly ComparedDependency[],
): Launch {
  const known = new Map(
    dependencies
      .filter(({ kind, change }) => kind === 'variable' && change !== 'removed')
      .map(({ name, value }) => [name, value]),
  );
  return fillKnown(launch, ({ text }) => known.get(text), variableStyleOf(source.dialect));
}
