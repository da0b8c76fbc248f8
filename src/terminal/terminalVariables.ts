import path from 'node:path';
import type { ConfigSource } from '../config/definition';
import type { WindowVariables } from '../client/launch/variablePort';

/** A terminal knows the folders of its files; it has no settings, no extensions and no open file. */
export function terminalVariables(sources: readonly ConfigSource[]): WindowVariables {
  const folders = [...new Set(sources.flatMap(({ folder }) => folder ?? []))];
  return {
    facts: () => ({
      folders: folders.map((folder) => ({ name: path.basename(folder), path: folder })),
      cwd: process.cwd(),
    }),
    setting: () => undefined,
    ownSetting: () => undefined,
    extensionFolder: () => undefined,
  };
}
