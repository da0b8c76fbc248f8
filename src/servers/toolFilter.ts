import { globMatches } from '../base/globMatches';
import type { ServerOptions } from '../ipc/requests';
import type { Catalog } from '../ipc/state';

/** Which tools a client sees; `undefined`: all. */
export type ToolFilter = ServerOptions['tools'];

/** Whether a tool of this name is offered: a glob of every list that allows fits, and none that hides. */
export function isOffered(filter: ToolFilter, tool: string): boolean {
  const fits = (glob: string): boolean => globMatches(glob, tool);
  const { allow = [], hide = [] } = filter ?? {};
  return allow.every((globs) => globs.some(fits)) && !hide.some(fits);
}

/** The catalog with the tools that are offered; the same object where nothing is hidden. */
export function offeredOf(catalog: Catalog, filter: ToolFilter): Catalog {
  const tools = catalog.tools.filter(({ name }) => isOffered(filter, name));
  return tools.length === catalog.tools.length ? catalog : { ...catalog, tools };
}
