import type { ConfigFile } from '../../../src/config/definition';
import { parseConfig } from '../../../src/config/read/parseConfig';
import type { Catalog, ServerSnapshot, ServerState } from '../../../src/ipc/state';
import type { ShownServer } from '../../../src/ui/tree/shownServer';

/** The moment at which the samples are looked at. */
export const now = 1_000_000;

/** A file of the folder "shop", read as the extension reads it. */
export function shopFile(text: string): ConfigFile {
  const source = {
    id: 'folder:shop',
    file: '/home/ann/shop/.vscode/mcp.json',
    folder: '/home/ann/shop',
    dialect: 'vscode' as const,
    level: 0,
    readByEditor: true,
  };
  return { source, parsed: parseConfig(text, source) };
}

/** The user's file. */
export function userFile(text: string): ConfigFile {
  const source = {
    id: 'user',
    file: '/home/ann/.config/User/mcp.json',
    dialect: 'vscode' as const,
    level: 0,
    readByEditor: true,
  };
  return { source, parsed: parseConfig(text, source) };
}

/** A snapshot in a state; with counts its catalog is known. */
export function snapshot(
  state: ServerState,
  counts?: Partial<ServerSnapshot['counts']>,
): ServerSnapshot {
  return {
    id: 'folder:shop/till',
    name: 'till',
    state,
    restarts: 0,
    catalogVersion: counts ? 1 : 0,
    counts: { tools: 0, prompts: 0, resources: 0, ...counts },
  };
}

/** Entries for all definitions of the files: `states` by name, the rest stopped. */
export function entries(
  files: readonly ConfigFile[],
  snapshots: Readonly<Record<string, ServerSnapshot>> = {},
  runBy: ShownServer['runBy'] = 'roundhouse',
): ReadonlyMap<string, ShownServer> {
  return new Map(
    files
      .flatMap(({ parsed }) => parsed.definitions)
      .map((definition) => {
        const { id, name } = definition;
        const known = snapshots[name] ?? snapshot({ kind: 'idle', cached: false });
        return [id, { definition, snapshot: { ...known, id, name }, runBy }];
      }),
  );
}

/** A catalog with nothing but what is given. */
export function catalog(parts: Partial<Catalog>): Catalog {
  return { tools: [], prompts: [], resources: [], resourceTemplates: [], dropped: [], ...parts };
}
