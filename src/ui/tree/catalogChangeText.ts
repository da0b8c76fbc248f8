import type { Catalog, CatalogChange, Tool } from '../../ipc/state';
import { t, type TextKey } from '../text/texts';
import { escapeDeceptive, untrustedText } from '../text/untrustedText';

/** Names that a tooltip lists of each kind. */
const listed = 20;

const kinds = [
  { kind: 'added', count: 'changeAdded', group: 'changeAddedGroup' },
  { kind: 'removed', count: 'changeRemoved', group: 'changeRemovedGroup' },
  { kind: 'changed', count: 'changeChanged', group: 'changeChangedGroup' },
] as const satisfies readonly { kind: keyof CatalogChange; count: TextKey; group: TextKey }[];

/** The number of tools that differ from those known before: "Tools: 2 added, 1 removed since last time". */
export function catalogChangeText(change: CatalogChange): string {
  const changes = kinds
    .filter(({ kind }) => change[kind].length > 0)
    .map(({ kind, count }) => t(count, { count: change[kind].length }));
  const broken = brokenTools(change).size;
  return t('catalogChange', { changes, ...(broken > 0 && { broken }) });
}

/** The tools that calls may break on, each with sentences that say by what. */
export function brokenTools({ breaking }: CatalogChange): ReadonlyMap<string, readonly string[]> {
  const tools = new Map<string, string[]>();
  for (const { tool, kind, at } of breaking)
    tools.set(tool, [...(tools.get(tool) ?? []), t(kind, { at: escapeDeceptive(at) })]);
  return tools;
}

/** The tools that differ, by the kind of their change, with what may break calls of each. */
export function changeGroups(change: CatalogChange) {
  const broken = brokenTools(change);
  return kinds
    .filter(({ kind }) => change[kind].length > 0)
    .map(({ kind, group }) => ({
      kind,
      title: t(group),
      tools: change[kind].map((name) => ({ name, breaking: [...(broken.get(name) ?? [])] })),
    }));
}

/** The same with the names, a line for each kind. */
export function catalogChangeLines(change: CatalogChange): string[] {
  return kinds.flatMap(({ kind, group }) => {
    const names = change[kind];
    if (names.length === 0) return [];
    const more = Math.max(0, names.length - listed);
    const shown = names.slice(0, listed).join(', ');
    return [`${t(group)}: ${shown}${more > 0 ? t('changeMore', { count: more }) : ''}`];
  });
}

/** A row in the list of changes: a heading, or a tool, which exists unless it was removed. */
export interface ChangePick {
  readonly label: string;
  readonly isGroup: boolean;
  readonly detail?: string | undefined;
  readonly tool?: Tool | undefined;
}

/** Every tool that differs, under the kind of its change. */
export function changePicks(change: CatalogChange, catalog: Catalog | undefined): ChangePick[] {
  const tools = new Map(catalog?.tools.map((tool) => [tool.name, tool]));
  return changeGroups(change).flatMap((group) => {
    const picks = group.tools.map(({ name, breaking }) => {
      const tool = tools.get(name);
      const line = breaking.join(' ') || tool?.description?.split('\n', 1)[0];
      const detail = line && untrustedText(line);
      return { label: untrustedText(name), isGroup: false, detail, tool };
    });
    return [{ label: group.title, isGroup: true }, ...picks];
  });
}
