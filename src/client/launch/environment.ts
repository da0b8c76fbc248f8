import { type Environment, environmentKey, environmentValue } from '../../base/environment';
import { markVariable } from '../../processes/processRegistry';
import type { PathSettings } from '../../config/settings/serverSettings';

/**
 * The environment that servers inherit, without the editor's own variables. Our inputs are removed because they are
 * secrets of other servers. The process mark is removed because this editor may run under a server that bears it.
 */
export function cleanEnvironment(environment: Environment): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !isKeptBack(name.toUpperCase())) clean[name] = value;
  }
  return clean;
}

const keptBack: readonly string[] = ['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS', markVariable];

function isKeptBack(name: string): boolean {
  return keptBack.includes(name) || /^(?:VSCODE|ROUNDHOUSE_INPUT)_/.test(name);
}

/** The inherited environment with the `PATH` of the person's settings. */
export function withSearchPath(
  environment: Environment,
  settings: PathSettings | undefined,
  home: string,
  platform: NodeJS.Platform = process.platform,
): Environment {
  if (settings === undefined) return environment;
  const name = environmentKey(environment, 'PATH', platform) ?? 'PATH';
  const inherited = environment[name];
  const wanted = 'replace' in settings ? settings.replace : settings.prepend;
  const folders = wanted.map((folder) => expandHome(folder, home));
  if (!('replace' in settings) && inherited) folders.push(inherited);
  return { ...environment, [name]: folders.join(delimiterOf(platform)) };
}

/**
 * The variables that an entry sets: its `envFile`, then its `env`. As in VS Code a `PATH` in `env` is appended to
 * the existing one, unless it contains that.
 */
export function ownEnvironment(
  fromFile: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | null>>,
  inherited: Environment,
  platform: NodeJS.Platform = process.platform,
): Record<string, string | null> {
  const keyOf = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const variables = new Map<string, readonly [string, string | null]>();
  for (const [name, value] of Object.entries(fromFile)) variables.set(keyOf(name), [name, value]);
  for (const [name, value] of Object.entries(own)) {
    const isPath = keyOf(name) === 'PATH' && value !== null;
    const before = variables.get('PATH')?.[1] ?? environmentValue(inherited, 'PATH', platform);
    const path = isPath ? append(before, value, delimiterOf(platform)) : value;
    variables.set(keyOf(name), [name, path]);
  }
  return Object.fromEntries(variables.values());
}

function append(before: string | undefined, value: string, delimiter: string): string {
  const wrap = (path: string): string => delimiter + path + delimiter;
  if (!before || wrap(value).includes(wrap(before))) return value;
  return before + delimiter + value;
}

function delimiterOf(platform: NodeJS.Platform): string {
  return platform === 'win32' ? ';' : ':';
}

/** The text with a leading `~` replaced by the person's home folder, as VS Code does. */
export function expandHome(text: string, home: string): string {
  return text.replace(/^~(?=$|[/\\])/, () => home);
}
