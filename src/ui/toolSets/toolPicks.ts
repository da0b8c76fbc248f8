import type { Catalog, Tool } from '../../ipc/state';
import { untrustedText } from '../text/untrustedText';
import type { ShownServer } from '../tree/shownServer';

/** Characters of a description shown in a row. */
const seen = 200;

export interface ToolPick {
  readonly label: string;
  readonly description: string;
  readonly detail?: string | undefined;
  readonly server: string;
  readonly tool: Tool;
}

/** Known tools of all servers, or of one. */
export function toolPicks(
  entries: ReadonlyMap<string, ShownServer>,
  catalogs: ReadonlyMap<string, Catalog>,
  only?: string,
): readonly ToolPick[] {
  return [...catalogs]
    .filter(([id]) => only === undefined || id === only)
    .flatMap(([id, { tools }]) => {
      const description = untrustedText(entries.get(id)?.definition.name ?? id);
      return tools.map((tool) => {
        const line = tool.description?.split('\n', 1)[0]?.slice(0, seen);
        return {
          label: untrustedText(tool.name),
          description,
          detail: line && untrustedText(line),
          server: id,
          tool,
        };
      });
    });
}
