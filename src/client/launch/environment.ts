import type { Environment } from '../../base/environment';
import { markVariable } from '../../processes/processRegistry';

/**
 * The environment that servers inherit: the given one without what the editor put there for itself, and without
 * the inputs that are for us, which are secrets of other servers, too. Nor is a mark handed on: the end of a server
 * from which a person opened this editor is not ours.
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
