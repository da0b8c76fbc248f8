import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json';
import type { DevMode, Input, Launch, Definition } from './definition';
import { fillKnown } from './variables';
import { dialects } from './dialects';

/**
 * The hash of the approved facts. These are the launch as written, the editor's commands of its inputs, and the
 * executable that debugging runs. Variables stay unfilled. Order of keys, comments, spelled-out defaults, `dev.watch`
 * and the attaching debugger do not matter.
 */
export function fingerprintOf(
  launch: Launch,
  inputs: readonly Input[] = [],
  dev?: DevMode,
): string {
  const commands = inputs
    .filter(({ type }) => type === 'command')
    .map(({ id, command, args }) => ({ id, command, args }));
  const debugpyPath = debuggerPath(dev);
  const isPlain = commands.length === 0 && debugpyPath === undefined;
  const written = isPlain
    ? launch
    : { launch, ...(commands.length > 0 && { commands }), ...(debugpyPath && { debugpyPath }) };
  return createHash('sha256').update(canonicalJson(written)).digest('hex');
}

/** The executable that `dev.debug` runs in place of the command; an empty one is none. */
export function debuggerPath(dev: DevMode | undefined): string | undefined {
  const debug = dev?.debug;
  return debug?.type === 'debugpy' && debug.debugpyPath ? debug.debugpyPath : undefined;
}

/**
 * A value outside of an entry that decides its launch and that a workspace can write. Approvals include these values,
 * because the entry alone does not tell what runs. `approvedLaunch.test.ts` has a row for every key and variable.
 */
export interface Dependency {
  /**
   * `variable`: one in the launch; `input`: the values that it offers; `envFile`: that there is such a file;
   * `envVariable`: what the file sets.
   */
  readonly kind: 'variable' | 'input' | 'envFile' | 'envVariable';
  /** The text between the braces, the id, or the name in the file; empty for the file as such. */
  readonly name: string;
  /** Its value; empty for the file as such. */
  readonly value: string;
}

/** The values that a question offers; a person may take one without reading it. */
export function offeredValues({
  type,
  options = [],
  password,
  default: preset,
}: Input): readonly { readonly label: string; readonly value: string }[] {
  if (type === 'pickString') return options.map(({ label, value }) => ({ label, value }));
  const isOffered = type === 'promptString' && preset !== undefined && !password;
  return isOffered ? [{ label: preset, value: preset }] : [];
}

/** A dependency beside what a person approved; of one that is gone the value is empty. */
export interface ComparedDependency extends Dependency {
  readonly change?: 'added' | 'changed' | 'removed' | undefined;
}

/** An entry as somebody looked at it; without what follows nobody did. */
export interface SeenDefinition extends Definition {
  /** The dependencies at that time. */
  readonly dependencies?: readonly ComparedDependency[] | undefined;
  /** The user had approved it with exactly those. */
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
  return fillKnown(launch, ({ text }) => known.get(text), dialects[source.dialect].variableStyle);
}
