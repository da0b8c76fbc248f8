import type { Reason } from '../base/errors';
import { canonicalJson } from '../base/json';
import type { Catalog, CatalogChange, Tool } from '../ipc/state';

/** Enough to know what it is about. */
const namesInLog = 10;

/** By which tools one catalog differs from the one before; `undefined` where by none. */
export function catalogChangeOf(before: Catalog, after: Catalog): CatalogChange | undefined {
  const [old, now] = [byName(before.tools), byName(after.tools)];
  const added: string[] = [];
  const changed: string[] = [];
  for (const [name, tool] of now) {
    const known = old.get(name);
    if (known === undefined) added.push(name);
    else if (known !== tool) changed.push(name);
  }
  const removed = [...old.keys()].filter((name) => !now.has(name));
  return unlessEmpty({ added, removed, changed });
}

/** The change, or `undefined` where it names no tool. */
export function unlessEmpty(change: CatalogChange): CatalogChange | undefined {
  return Object.values(change).some((names) => names.length > 0) ? change : undefined;
}

/** A change as a log tells it: how many tools, and the first of their names. */
export function changeReason({ added, removed, changed }: CatalogChange): Reason {
  const names = [...added, ...removed, ...changed].slice(0, namesInLog);
  const args = { added: added.length, removed: removed.length, changed: changed.length, names };
  return { code: 'catalogChanged', args };
}

function byName(tools: readonly Tool[]): ReadonlyMap<string, string> {
  return new Map(tools.map((tool) => [tool.name, canonicalJson(tool)]));
}
