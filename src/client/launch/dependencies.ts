import { stat } from 'node:fs/promises';
import type { Environment } from '../../base/environment';
import { redact } from '../../base/redact';
import type { Definition } from '../../config/definition';
import type { Dependency, SeenDefinition } from '../../config/fingerprint';
import { variablesIn } from '../../config/variables';
import { dialects } from '../../config/dialects';
import type { Approvals } from '../approvals';
import { readEnvFile } from './envFile';
import type { Inputs } from '../inputs';
import { seenWith } from './keptDependencies';
import { LaunchValues } from './launchValues';
import { placePath } from './resolvedLaunch';
import type { WindowVariables } from './variablePort';

/** What a look at an entry needs of the window or terminal. */
export interface DependencyContext {
  readonly approvals: Approvals;
  readonly inputs: Inputs;
  /**
   * The environment for `${env:…}` and for servers to inherit; it may have to be read first. What could
   * not be read is tried again by a `gesture` only.
   */
  readonly environment: (
    signal: AbortSignal,
    gesture: boolean,
  ) => Environment | Promise<Environment>;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly variables: WindowVariables;
}

/** What an entry's `envFile` says. */
export interface EnteredVariables {
  readonly variables: Readonly<Record<string, string>>;
  readonly dependencies: readonly Dependency[];
}

/**
 * Reads the `envFile` that a launch names; nothing where it names none.
 * @throws UserError `envFileUnreadable` (file).
 */
export async function readEntered(
  envFile: string | undefined,
  place: { readonly folder: string | undefined; readonly home: string },
  values: LaunchValues,
): Promise<EnteredVariables> {
  if (!envFile) return { variables: {}, dependencies: [] };
  const file = placePath(envFile, place);
  const variables = await readEnvFile(file, redact(file, values.secrets));
  if (!(await isOfWorkspace(file, values))) return { variables, dependencies: [] };
  // Node gives them in no order that lasts.
  const names = Object.entries(variables).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const set = names.map(([name, value]): Dependency => ({
    kind: 'envVariable',
    name,
    value,
  }));
  return { variables, dependencies: [{ kind: 'envFile', name: '', value: '' }, ...set] };
}

/**
 * The entry with what it depends on now. Asks nobody and runs nothing, so that what a person has not been
 * asked for yet, such as an input in the path of the `envFile`, is missing: the launch itself is compared again.
 */
export async function lookAt(
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
    const kept = await inputs.value(input, definition, { gesture: false, signal }).catch(nothing);
    if (kept !== undefined) values.answer(variable, kept);
  }
  const { dependencies } = values;
  const place = { folder: source.folder, home };
  const envFile = values.known(written);
  const isRead = envFile && (await isOfWorkspace(placePath(envFile, place), values));
  const read = isRead ? await readEntered(envFile, place, values).catch(nothing) : undefined;
  return seenWith(definition, [...dependencies, ...(read?.dependencies ?? [])], approvals);
}

/** A pipe, as managers of secrets have them, is filled by a program of the person, and only where it is needed. */
async function isOfWorkspace(file: string, values: LaunchValues): Promise<boolean> {
  if (!values.isFileOfWorkspace(file)) return false;
  const found = await stat(file).catch(nothing);
  return found?.isFile() === true;
}

function nothing(): undefined {
  return undefined;
}
