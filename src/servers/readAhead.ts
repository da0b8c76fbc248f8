import { forEachYielding } from '../base/forEachYielding';
import { canonicalHash } from '../ipc/canonicalHash';
import type { Catalog } from '../ipc/state';
import { scan } from '../tools/scan/scan';
import { namedTools } from '../tools/scan/shadowing';

/**
 * Reads of each item what every server handle of the server asks for once the lists are there, in turns, because
 * handles ask for all of it at once and find what was read of the same object. `note` is told before each item.
 */
export async function readAhead(
  { tools, prompts, resources, resourceTemplates }: Catalog,
  signal: AbortSignal,
  note: () => void,
): Promise<void> {
  await forEachYielding([...prompts, ...resources, ...resourceTemplates], signal, (item) => {
    note();
    scan(item);
  });
  await forEachYielding(tools, signal, (tool) => {
    note();
    scan(tool);
    namedTools(tool);
    canonicalHash(tool);
  });
}
