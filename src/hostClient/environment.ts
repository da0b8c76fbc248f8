import type { Environment } from '../base/environment';

/**
 * The environment that servers inherit: the given one without what the editor put there for itself.
 */
export function cleanEnvironment(environment: Environment): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !belongsToEditor(name.toUpperCase())) clean[name] = value;
  }
  return clean;
}

function belongsToEditor(name: string): boolean {
  return name === 'ELECTRON_RUN_AS_NODE' || name === 'NODE_OPTIONS' || name.startsWith('VSCODE_');
}
