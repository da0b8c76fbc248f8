import { asText } from '../../base/json';
import type { Catalog } from '../../ipc/state';
import { untrustedText } from '../text/untrustedText';
import type { ShownServer } from '../tree/shownServer';
import { t } from './resourceTexts';

/** A row in a list of resources or prompts. */
export interface ItemPick {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  readonly kind: 'resource' | 'template' | 'prompt';
  readonly server: string;
  /** URI, template or prompt name. */
  readonly item: string;
}

export interface ItemGroup {
  readonly name: string;
  readonly picks: readonly ItemPick[];
}

/** Known resources and templates of all servers, or of one. */
export function resourceGroups(
  entries: ReadonlyMap<string, ShownServer>,
  catalogs: ReadonlyMap<string, Catalog>,
  only?: string,
): readonly ItemGroup[] {
  return groups(entries, catalogs, only, (server, { resources, resourceTemplates }) => [
    ...resources.map(({ uri, name, description }) =>
      pick({ kind: 'resource', server, item: uri }, name, uri, description),
    ),
    ...resourceTemplates.map(({ uriTemplate, name, description }) => {
      const where = `${uriTemplate} · ${t('template')}`;
      return pick({ kind: 'template', server, item: uriTemplate }, name, where, description);
    }),
  ]);
}

/** Known prompts of all servers, or of one. */
export function promptGroups(
  entries: ReadonlyMap<string, ShownServer>,
  catalogs: ReadonlyMap<string, Catalog>,
  only?: string,
): readonly ItemGroup[] {
  return groups(entries, catalogs, only, (server, { prompts }) =>
    prompts.map(({ name, title, description }) =>
      pick({ kind: 'prompt', server, item: name }, name, title, description),
    ),
  );
}

/** MIME type that a server lists for a resource, or for all resources of a template; empty if it lists none. */
export function listedType(catalog: Catalog | undefined, uri: string, template?: string): string {
  const listed =
    template === undefined
      ? catalog?.resources.find((one) => one.uri === uri)
      : catalog?.resourceTemplates.find((one) => one.uriTemplate === template);
  return asText(listed?.['mimeType']);
}

/** Unambiguous server names by id: the name, or the id if several servers have the name. */
export function writtenServers(all: readonly ItemGroup[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    all.flatMap(({ name, picks: [first] }) =>
      first ? [[first.server, counts.get(name) === 1 ? name : first.server]] : [],
    ),
  );
}

function groups(
  entries: ReadonlyMap<string, ShownServer>,
  catalogs: ReadonlyMap<string, Catalog>,
  only: string | undefined,
  picksOf: (server: string, catalog: Catalog) => readonly ItemPick[],
): readonly ItemGroup[] {
  return [...catalogs].flatMap(([server, catalog]) => {
    const entry = entries.get(server);
    const isMeant = entry?.runBy === 'roundhouse' && (only === undefined || only === server);
    const picks = isMeant ? picksOf(server, catalog) : [];
    return picks.length === 0 ? [] : [{ name: entry?.definition.name ?? server, picks }];
  });
}

function pick(
  about: Pick<ItemPick, 'kind' | 'server' | 'item'>,
  name: string | undefined,
  description: unknown,
  detail: unknown,
): ItemPick {
  const line = typeof detail === 'string' ? untrustedText(detail.split('\n', 1)[0] ?? '') : '';
  return {
    ...about,
    label: untrustedText(name ?? about.item),
    ...(typeof description === 'string' && { description: untrustedText(description) }),
    ...(line !== '' && { detail: line }),
  };
}
