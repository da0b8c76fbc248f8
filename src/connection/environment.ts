/**
 * The whole environment of a server process: what it inherits, then its own variables, where `null`
 * unsets. Windows looks names up without regard to case, so there one spelling replaces another.
 */
export function processEnvironment(
  base: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | null>>,
  ignoreCase = process.platform === 'win32',
): Record<string, string> {
  const keyOf = (name: string): string => (ignoreCase ? name.toUpperCase() : name);
  const overridden = new Set(Object.keys(own).map(keyOf));
  return Object.fromEntries([
    ...Object.entries(base).filter(([name]) => !overridden.has(keyOf(name))),
    ...Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== null),
  ]);
}
