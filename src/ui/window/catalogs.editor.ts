import type { Catalog } from '../../ipc/state';
import type { WorkspaceModel } from '../../client/workspaceModel';

/** What is known of all servers' offers, by id; read in an effect it follows them. */
export function catalogs(model: WorkspaceModel): ReadonlyMap<string, Catalog> {
  const known = new Map<string, Catalog>();
  for (const id of model.entries.value.keys()) {
    const catalog = model.host.catalog(id).value;
    if (catalog) known.set(id, catalog);
  }
  return known;
}
