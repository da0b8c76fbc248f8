/**
 * The environment that servers inherit: the given one without what the editor put there for itself.
 */
export function cleanEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !belongsToEditor(name.toUpperCase())) clean[name] = value;
  }
  return clean;
}

/** The value of a variable; on Windows the case of its name does not matter. */
export function environmentValue(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (Object.hasOwn(environment, name)) return environment[name];
  if (platform !== 'win32') return undefined;
  const wanted = name.toUpperCase();
  const found = Object.keys(environment).find((known) => known.toUpperCase() === wanted);
  return found === undefined ? undefined : environment[found];
}

function belongsToEditor(name: string): boolean {
  return name === 'ELECTRON_RUN_AS_NODE' || name === 'NODE_OPTIONS' || name.startsWith('VSCODE_');
}
