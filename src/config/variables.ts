import { UserError } from '../base/errors';
import type { Launch } from './definition';

/** A `${…}` in a launch. `text` is what stands between the braces. */
export type Variable =
  | { readonly kind: 'workspaceFolder' | 'userHome' | 'unknown'; readonly text: string }
  | { readonly kind: 'env' | 'input'; readonly name: string; readonly text: string };

/** Where the values of variables come from. */
export interface VariableValues {
  /** Absent for a file that belongs to no folder. */
  readonly workspaceFolder?: string | undefined;
  readonly userHome: string;
  readonly env: (name: string) => string | undefined;
  readonly input: (id: string) => string | undefined;
}

// Braces inside are excluded, which keeps the search linear on any text.
const pattern = /\$\{([^{}]+)\}/g;

/** The variables in a text, each once, in their order. */
export function variablesIn(text: string): readonly Variable[] {
  const names = new Set(Array.from(text.matchAll(pattern), (match) => match[1] ?? ''));
  return Array.from(names, variable);
}

/** The variables in a launch, each once, in their order. */
export function launchVariables(launch: Launch): readonly Variable[] {
  const found = new Map<string, Variable>();
  for (const text of launchTexts(launch)) {
    for (const variable of variablesIn(text)) found.set(variable.text, variable);
  }
  return [...found.values()];
}

/**
 * The launch with every variable replaced, in one pass: what a value brings in is not searched again.
 * @throws UserError `unknownVariable`, `variableUnset` (variable) or `inputMissing` (input).
 */
export function fillLaunch(launch: Launch, values: VariableValues): Launch {
  const fill = (text: string): string =>
    text.replace(pattern, (_match, inner: string) => variableValue(variable(inner), values));
  if (launch.type !== 'stdio') {
    const headers = mapValues(launch.headers, fill);
    return { type: launch.type, url: fill(launch.url), headers };
  }
  return {
    type: launch.type,
    command: fill(launch.command),
    args: launch.args.map(fill),
    cwd: launch.cwd === undefined ? undefined : fill(launch.cwd),
    env: mapValues(launch.env, (value) => (value === null ? null : fill(value))),
  };
}

/**
 * The value of one variable; never an empty text for one that is not set.
 * @throws UserError `unknownVariable`, `variableUnset` (variable) or `inputMissing` (input).
 */
export function variableValue(variable: Variable, values: VariableValues): string {
  switch (variable.kind) {
    case 'workspaceFolder':
      return values.workspaceFolder ?? unset(variable);
    case 'userHome':
      return values.userHome;
    case 'env':
      return values.env(variable.name) ?? unset(variable);
    case 'input': {
      const value = values.input(variable.name);
      if (value === undefined) throw new UserError('inputMissing', { input: variable.name });
      return value;
    }
    case 'unknown':
      throw new UserError('unknownVariable', { variable: variable.text });
  }
}

function unset(variable: Variable): never {
  throw new UserError('variableUnset', { variable: variable.text });
}

function variable(text: string): Variable {
  if (text === 'workspaceFolder' || text === 'userHome') return { kind: text, text };
  const [, kind, name] = /^(env|input):(.+)$/s.exec(text) ?? [];
  if ((kind === 'env' || kind === 'input') && name !== undefined) return { kind, name, text };
  return { kind: 'unknown', text };
}

function launchTexts(launch: Launch): readonly string[] {
  if (launch.type !== 'stdio') return [launch.url, ...Object.values(launch.headers)];
  const env = Object.values(launch.env).filter((value) => value !== null);
  return [launch.command, ...launch.args, launch.cwd ?? '', ...env];
}

function mapValues<T>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
