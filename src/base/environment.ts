/** Variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; on Windows the case of its name does not matter. */
export function environmentValue(
  environment: Environment,
  name: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const key = environmentKey(environment, name, platform);
  return key === undefined ? undefined : environment[key];
}

/** The name of a variable as it is spelled in the environment; `undefined` where it is not there. */
export function environmentKey(
  environment: Readonly<Record<string, unknown>>,
  name: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (Object.hasOwn(environment, name)) return name;
  if (platform !== 'win32') return undefined;
  const wanted = name.toUpperCase();
  return Object.keys(environment).find((known) => known.toUpperCase() === wanted);
}

/**
 * The whole environment of a server process: what it inherits, then its own variables, where `null`
 * unsets. Windows looks names up without regard to case, so there one spelling replaces another.
 */
export function processEnvironment(
  base: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | null>>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const keyOf = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const overridden = new Set(Object.keys(own).map(keyOf));
  return Object.fromEntries([
    ...Object.entries(base).filter(([name]) => !overridden.has(keyOf(name))),
    ...Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== null),
  ]);
}
