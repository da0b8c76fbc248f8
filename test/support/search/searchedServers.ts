import { readFileSync } from 'node:fs';
import type { SearchedServer } from '../../../src/catalog/search/toolSearch';
import type { Tool } from '../../../src/contract/state';
import { inventedCatalogs } from './inventedCatalogs';
import { manyTools } from './manyTools';

/** A server whose tools are known. */
export function searchedServer(name: string, tools: readonly Tool[]): SearchedServer {
  const catalog = { tools };
  return { id: `user/${name}`, name, modelCatalog: { peek: () => catalog } };
}

/** Three servers of the project that wrote the protocol, the invented ones, and so many tools of sixty others. */
export function searchedServers(others: number): SearchedServer[] {
  // Benchmarks are bundled as if they stood in the folder of the fake server.
  const file = new URL('../search/referenceTools.json', import.meta.url);
  const reference = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Tool[]>;
  const all = [
    ...Object.entries(reference),
    ...Object.entries(inventedCatalogs),
    ...manyTools(others),
  ];
  return all.map(([name, tools]) => searchedServer(name, tools));
}
