import type { SearchedServer } from '../../../src/tools/toolSearch';
import type { Tool } from '../../../src/ipc/state';
import { inventedCatalogs } from './inventedCatalogs';
import { manyTools } from './manyTools';

/** A server whose tools are known. */
export function searchedServer(name: string, tools: readonly Tool[]): SearchedServer {
  const catalog = { tools };
  return { id: `user/${name}`, name, modelCatalog: { peek: () => catalog } };
}

/** The invented servers, and so many tools of sixty others. */
export function searchedServers(others: number): SearchedServer[] {
  const all = [...Object.entries(inventedCatalogs), ...manyTools(others)];
  return all.map(([name, tools]) => searchedServer(name, tools));
}
