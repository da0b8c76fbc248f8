import type { ConfigFile } from '../../src/config/definition';
import type { ShownServer } from '../../src/ui/tree/shownServer';
import type { Catalog } from '../../src/ipc/state';
import type { ToolPolicy } from '../../src/config/settings/toolPolicy';
import { serverRules } from '../../src/config/settings/toolRules';
import { setAt, type ToolSet } from '../../src/config/settings/toolSets';
import { catalog, entries, snapshot, userFile } from '../unit/ui/samples';
import { manyTools } from './search/manyTools';

/** What the views of a window are made of that has so many tools of sixty servers. */
export interface ManyToolsWindow {
  readonly files: readonly ConfigFile[];
  readonly entries: ReadonlyMap<string, ShownServer>;
  readonly catalogs: ReadonlyMap<string, Catalog>;
  readonly policies: ReadonlyMap<string, ToolPolicy>;
  /** Tokens by server and tool. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Every server runs and is counted; `selection` is what is switched on. */
export function manyToolsWindow(tools: number, selection: ToolSet = ['*']): ManyToolsWindow {
  const lists = manyTools(tools);
  const names = [...lists.keys()];
  const servers = Object.fromEntries(names.map((name) => [name, { command: name }]));
  const files = [userFile(JSON.stringify({ servers }))];
  const running = names.map((name) => {
    const counts = { tools: lists.get(name)?.length ?? 0 };
    return [name, snapshot({ kind: 'running', since: 0 }, counts)] as const;
  });
  const known = entries(files, Object.fromEntries(running));
  const definitions = Array.from(known.values(), ({ definition }) => definition);
  const toolsOf = (name: string) => [...(lists.get(name) ?? [])];
  return {
    files,
    entries: known,
    catalogs: new Map(definitions.map(({ id, name }) => [id, catalog({ tools: toolsOf(name) })])),
    policies: new Map(
      definitions.map((definition) => [
        definition.id,
        {
          set: setAt(selection, definition),
          rules: serverRules({}, definition, false, new Set()),
          trustsHints: false,
        },
      ]),
    ),
    counts: new Map(
      definitions.map(({ id, name }) => [
        id,
        new Map(toolsOf(name).map((tool) => [tool.name, 90])),
      ]),
    ),
  };
}

/** The same a moment later: one server has restarted, everything else is what it was. */
export function withOneRestarted({ entries: before }: ManyToolsWindow): Map<string, ShownServer> {
  const after = new Map(Array.from(before, ([id, entry]) => [id, { ...entry }]));
  const [first] = after.values();
  if (first) {
    const { snapshot: was } = first;
    after.set(was.id, { ...first, snapshot: { ...was, state: { kind: 'running', since: 1 } } });
  }
  return after;
}
