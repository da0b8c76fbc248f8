import { environmentKey, environmentValue, type Environment } from '../../base/environment';
import type { PathSettings } from '../../config/settings/serverSettings';
import { expandHome } from './expandHome';

/** The inherited environment with its `PATH` as the person's settings want it. */
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
 * The variables that an entry sets: its `envFile`, then its `env`. As in VS Code a `PATH` in `env` is
 * put behind the one there is, unless it holds that one already.
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
    const path = isPath ? behind(before, value, delimiterOf(platform)) : value;
    variables.set(keyOf(name), [name, path]);
  }
  return Object.fromEntries(variables.values());
}

function behind(before: string | undefined, value: string, delimiter: string): string {
  const wrap = (path: string): string => delimiter + path + delimiter;
  if (!before || wrap(value).includes(wrap(before))) return value;
  return before + delimiter + value;
}

function delimiterOf(platform: NodeJS.Platform): string {
  return platform === 'win32' ? ';' : ':';
}
