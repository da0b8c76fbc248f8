import type { Catalog } from '../../ipc/state';
import type { Workspace } from '../../client/workspace';

/** Known catalogs by server id; an effect that reads them follows them. */
export function catalogs(model: Workspace): ReadonlyMap<string, Catalog> {
  const known = new Map<string, Catalog>();
  for (const id of model.entries.value.keys()) {
    const catalog = model.host.catalog(id).value;
    if (catalog) known.set(id, catalog);
  }
  return known;
}
