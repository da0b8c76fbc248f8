import { createHmac, randomBytes } from 'node:crypto';
import type { Environment } from '../../base/environment';
import { redact } from '../../base/redact';
import type { Definition } from '../../config/definition';
import type { Dependency, SeenDefinition, ComparedDependency } from '../../config/fingerprint';
import { variablesIn } from '../../config/variables';
import { dialects } from '../../config/dialects';
import { isObject, ownValue } from '../../base/json';
import type { Approvals } from '../approvals';
import type { Inputs } from '../inputs';
import { readEnvFile, LaunchValues } from './launchValues';
import { absolutePath } from './resolvedLaunch';
import type { WindowVariables } from './windowVariables';

/** The window or terminal in which an entry's dependencies are read. */
export interface DependencyContext {
  readonly approvals: Approvals;
  readonly inputs: Inputs;
  /**
   * The environment for `${env:…}` and for servers to inherit. Reading it may take time; after a failure only a
   * `gesture` tries again.
   */
  readonly environment: (
    signal: AbortSignal,
    gesture: boolean,
  ) => Environment | Promise<Environment>;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly variables: WindowVariables;
}

/** The content of an entry's `envFile`. */
interface EnvFileVariables {
  readonly variables: Readonly<Record<string, string>>;
  readonly dependencies: readonly Dependency[];
}

/**
 * Reads the `envFile` of a launch; empty if it has none.
 * @throws UserError `envFileUnreadable` (file).
 */
export async function readEnvFileVariables(
  envFile: string | undefined,
  place: { readonly folder: string | undefined; readonly home: string },
  values: LaunchValues,
  signal: AbortSignal,
): Promise<EnvFileVariables> {
  if (!envFile) return { variables: {}, dependencies: [] };
  const file = absolutePath(envFile, place);
  const variables = await readEnvFile(file, redact(file, values.secrets), signal);
  if (!(await values.isFileOfWorkspace(file))) return { variables, dependencies: [] };
  // Node does not guarantee an order.
  const names = Object.entries(variables).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const set = names.map(([name, value]): Dependency => ({
    kind: 'envVariable',
    name,
    value,
  }));
  return { variables, dependencies: [{ kind: 'envFile', name: '', value: '' }, ...set] };
}

/**
 * The entry with its current dependencies. Asks nobody and runs nothing. Values that were not asked for yet are
 * missing, such as inputs in the path of the `envFile`. The resolved launch is compared again.
 */
export async function inspectDefinition(
  definition: Definition,
  { approvals, environment, home, inputs, variables: window }: DependencyContext,
): Promise<SeenDefinition> {
  const { launch, source } = definition;
  const written = launch.type === 'stdio' ? (launch.envFile ?? '') : '';
  const inPath = variablesIn(written, dialects[source.dialect].variableStyle);
  const { signal } = new AbortController();
  const needsEnvironment = inPath.some(({ kind }) => kind === 'env');
  const values = new LaunchValues(definition, {
    environment: needsEnvironment ? await environment(signal, false) : {},
    home,
    window,
  });
  await values.readFiles();
  for (const { variable, input } of values.questions) {
    if (!inPath.some(({ text }) => text === variable)) continue;
    const value = await inputs.value(input, definition, { gesture: false, signal }).catch(nothing);
    if (value !== undefined) values.answer(variable, value);
  }
  const { dependencies } = values;
  const place = { folder: source.folder, home };
  const envFile = values.known(written);
  const isRead = envFile && (await values.isFileOfWorkspace(absolutePath(envFile, place)));
  const read = isRead
    ? await readEnvFileVariables(envFile, place, values, signal).catch(nothing)
    : undefined;
  return compareWithApproval(
    definition,
    [...dependencies, ...(read?.dependencies ?? [])],
    approvals,
  );
}

function nothing(): undefined {
  return undefined;
}

/** Keyed hashes of the dependencies that were approved with an entry, by kind and name. */
interface ApprovalRecord {
  readonly key: string;
  readonly hashes: Readonly<Record<string, unknown>>;
}

/** The record of an approval; `true` without dependencies. Values are hashed because they may be secrets. */
export function approvalRecord(dependencies: readonly ComparedDependency[]): true | ApprovalRecord {
  const present = dependencies.filter(({ change }) => change !== 'removed');
  if (present.length === 0) return true;
  const key = randomBytes(32).toString('base64url');
  const hashes = present.map((one) => [nameOf(one), hashOf(one, key)] as const);
  return { key, hashes: Object.fromEntries(hashes) };
}

/** The record of an approval for the entry after an edit, which may have renamed inputs but not moved them. */
export function carriedRecord(stored: unknown, from: Definition, to: Definition): unknown {
  if (!isObject(stored) || from.inputs.length !== to.inputs.length) return stored;
  const { key, hashes } = readRecord(stored);
  const names = new Map(
    from.inputs.map(({ id }, at) => [inputName(id), inputName(to.inputs[at]?.id ?? id)]),
  );
  const carried = Object.entries(hashes).map(([name, hash]) => [names.get(name) ?? name, hash]);
  return { key, hashes: Object.fromEntries(carried) };
}

/** Compares an entry's dependencies with those that a person approved. */
export function compareWithApproval(
  definition: Definition,
  dependencies: readonly Dependency[],
  approvals: Approvals,
): SeenDefinition {
  const compared = comparedWith(approvals.record(definition), dependencies);
  const isSame = compared.every(({ change }) => change === undefined);
  const isApproved = isSame && approvals.isApproved(definition);
  return { ...definition, dependencies: compared, isApproved };
}

/** True if one of these, which may be only some of an entry's dependencies, is another than was approved. */
export function differsFromApproval(
  definition: Definition,
  dependencies: readonly Dependency[],
  approvals: Approvals,
): boolean {
  const compared = comparedWith(approvals.record(definition), dependencies);
  return compared.some(({ change }) => change === 'added' || change === 'changed');
}

/** Marks nothing if there is no approval to compare with. */
function comparedWith(
  stored: unknown,
  dependencies: readonly Dependency[],
): readonly ComparedDependency[] {
  if (stored === undefined) return dependencies;
  const record = readRecord(stored);
  const names = new Set(dependencies.map(nameOf));
  const gone = Object.keys(record.hashes).filter((name) => !names.has(name));
  return [
    ...dependencies.map((one) => ({ ...one, change: changeOf(one, record) })),
    ...gone.map((name) => ({ ...named(name), change: 'removed' as const })),
  ];
}

function readRecord(stored: unknown): ApprovalRecord {
  const { key, hashes } = isObject(stored) ? stored : {};
  return { key: String(key), hashes: isObject(hashes) ? hashes : {} };
}

function changeOf(
  dependency: Dependency,
  { key, hashes }: ApprovalRecord,
): ComparedDependency['change'] {
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

function inputName(id: string): string {
  return nameOf({ kind: 'input', name: id, value: '' });
}

function named(text: string): Dependency {
  const at = text.indexOf(' ');
  return { kind: text.slice(0, at) as Dependency['kind'], name: text.slice(at + 1), value: '' };
}
