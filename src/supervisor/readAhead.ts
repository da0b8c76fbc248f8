import { inTurns } from '../base/inTurns';
import { canonicalHash } from '../contract/canonicalHash';
import type { Catalog } from '../contract/state';
import { scan } from '../vetting/scan';
import { namedTools } from '../vetting/shadowing';

/**
 * Reads of each item what every server handle of the server asks for once the lists are there, in turns, because
 * handles ask for all of it at once and find what was read of the same object. `note` is told before each item.
 */
export async function readAhead(
  { tools, prompts, resources, resourceTemplates }: Catalog,
  signal: AbortSignal,
  note: () => void,
): Promise<void> {
  await inTurns([...prompts, ...resources, ...resourceTemplates], signal, (item) => {
    note();
    scan(item);
  });
  await inTurns(tools, signal, (tool) => {
    note();
    scan(tool);
    namedTools(tool);
    canonicalHash(tool);
  });
}
