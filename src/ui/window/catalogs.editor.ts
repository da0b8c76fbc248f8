import type { Catalog } from '../../ipc/state';
import type { Workspace } from '../../client/workspace';

/** What is known of all servers' offers, by id; read in an effect it follows them. */
export function catalogs(model: Workspace): ReadonlyMap<string, Catalog> {
  const known = new Map<string, Catalog>();
  for (const id of model.entries.value.keys()) {
    const catalog = model.host.catalog(id).value;
    if (catalog) known.set(id, catalog);
  }
  return known;
}
