import { UserError } from '../base/errors';
import type { Launch, OAuthClientEntry } from './definition';
import {
  replaceVariables,
  withoutDefault,
  type Variable,
  type VariableStyle,
} from './variableSyntax';

/** The value of a variable, as far as it is known. */
export type VariableLookup = (variable: Variable) => string | undefined;

/** The variables in a text, each once, in their order. */
export function variablesIn(text: string, style: VariableStyle = 'vscode'): readonly Variable[] {
  return distinctVariables([text], style);
}

/** The variables in a launch, each once, in their order. */
export function launchVariables(
  launch: Launch,
  style: VariableStyle = 'vscode',
): readonly Variable[] {
  return distinctVariables(launchTexts(launch), style);
}

/**
 * The launch with every variable replaced, in one pass: what a value brings in is not searched again.
 * @throws UserError `unknownVariable`, `variableUnset` (variable) or `inputMissing` (input).
 */
export function fillLaunch(
  launch: Launch,
  lookup: VariableLookup,
  style: VariableStyle = 'vscode',
): Launch {
  return mapTexts(launch, (text) => fillText(text, lookup, style));
}

/** The same with the variables alone that `lookup` knows; the others stay as they are written. */
export function fillKnown(launch: Launch, lookup: VariableLookup, style: VariableStyle): Launch {
  return mapTexts(launch, (text) => replaceVariables(text, style, lookup));
}

/** A single text as {@link fillLaunch} fills it. */
export function fillText(text: string, lookup: VariableLookup, style: VariableStyle): string {
  return replaceVariables(text, style, (variable) => variableValue(variable, lookup));
}

function mapTexts(launch: Launch, map: (text: string) => string): Launch {
  if (launch.type !== 'stdio') {
    const { oauth } = launch;
    return {
      ...launch,
      url: map(launch.url),
      headers: mapValues(launch.headers, map),
      ...(oauth && { oauth: { ...oauth, ...mapValues(textsOf(oauth), map) } }),
    };
  }
  return {
    ...launch,
    command: map(launch.command),
    args: launch.args.map(map),
    cwd: launch.cwd === undefined ? undefined : map(launch.cwd),
    env: mapValues(launch.env, (value) => (value === null ? null : map(value))),
    envFile: launch.envFile === undefined ? undefined : map(launch.envFile),
  };
}

/**
 * The value of one variable; never an empty text for one that is not set.
 * @throws UserError `unknownVariable`, `variableUnset` (variable) or `inputMissing` (input).
 */
export function variableValue(variable: Variable, lookup: VariableLookup): string {
  if (variable.kind === 'unknown') {
    throw new UserError('unknownVariable', { variable: withoutDefault(variable.text) });
  }
  const value = lookup(variable) ?? (variable.kind === 'env' ? variable.fallback : undefined);
  if (value !== undefined) return value;
  if (variable.kind === 'input')
    throw new UserError('inputMissing', { input: withoutDefault(variable.name) });
  throw new UserError('variableUnset', { variable: withoutDefault(variable.text) });
}

function distinctVariables(texts: readonly string[], style: VariableStyle): readonly Variable[] {
  const found = new Map<string, Variable>();
  for (const text of texts) {
    // Most texts have none, in any style.
    if (!text.includes('$') && !text.includes('{')) continue;
    replaceVariables(text, style, (variable) => {
      const key = JSON.stringify(variable);
      if (!found.has(key)) found.set(key, variable);
      return '';
    });
  }
  return [...found.values()];
}

function launchTexts(launch: Launch): readonly string[] {
  if (launch.type !== 'stdio') {
    const oauth = Object.values(textsOf(launch.oauth ?? {}));
    return [launch.url, ...Object.values(launch.headers), ...oauth];
  }
  const env = Object.values(launch.env).filter((value) => value !== null);
  return [launch.command, ...launch.args, launch.cwd ?? '', ...env, launch.envFile ?? ''];
}

/** What of the key `oauth` may hold variables. */
function textsOf({ grant: _grant, enterpriseManaged: _managed, ...texts }: OAuthClientEntry) {
  const entries = Object.entries(texts).filter((entry) => entry[1] !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}

function mapValues<T>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
