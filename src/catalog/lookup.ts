import { UserError } from '../base/errors';
import { publicNames } from '../base/publicNames';
import type { Tool } from '../contract/state';
import type { ToolRefusal } from '../supervisor/modelCatalog';
import type { Seat } from '../supervisor/seat';
import { nearest } from './nearest';

/** Finds a server by its id, or by its name where only one has it. @throws UserError `unknownServer`. */
export function findSeat(seats: Iterable<Seat>, wanted: string): Seat {
  const all = [...seats];
  const byId = all.find((seat) => seat.id === wanted);
  if (byId) return byId;
  const named = all.filter((seat) => seat.name === wanted);
  const [only] = named;
  if (only && named.length === 1) return only;
  const valid = named.length > 1 ? named.map((seat) => seat.id) : all.map((seat) => seat.name);
  throw new UserError(named.length > 1 ? 'ambiguousServer' : 'unknownServer', {
    server: wanted,
    valid: nearest(wanted, valid),
  });
}

/** Who asks for a tool: a model gets fewer, and may know them by their public names. */
export type Asker = 'model' | 'person';

/**
 * What who asks for a tool that is kept from them is answered with: why, and unless it is denied the nearest
 * of those that are not. `catalog`: of what they get.
 */
export function refusedTool(
  { name: server, catalog }: Pick<Seat, 'name' | 'catalog'>,
  tool: string,
  refusal: ToolRefusal,
): UserError {
  const { code } = refusal;
  if (code === 'toolDenied') return new UserError(code, { server, tool, rule: refusal.rule });
  if (code === 'toolHeld') return new UserError(code, { server, tool });
  return new UserError(code, { server, tool, valid: nearestTools(catalog, tool) });
}

/** The raw name of a tool, of which a model may have said the public one. */
export function rawToolName({ catalog }: Pick<Seat, 'catalog'>, wanted: string): string {
  return publicNames(catalog.peek()?.tools ?? []).rawOf(wanted);
}

/** @throws UserError why the tool of this raw name is kept from who asks, see {@link refusedTool}. */
export function refuseKept(seat: Seat, tool: string, asker: Asker): void {
  const refusal = seat.refusalFor(tool, asker);
  const catalog = catalogFor(seat, asker);
  if (refusal) throw refusedTool({ name: seat.name, catalog }, tool, refusal);
}

/**
 * Finds a tool by its raw name, as who asks gets it.
 * @throws UserError `toolHidden`, `toolOff`, `toolDenied`, `toolHeld`, or `unknownTool` with the nearest
 * valid ones.
 */
export function findTool(seat: Seat, wanted: string, asker: Asker): Tool {
  const catalog = catalogFor(seat, asker);
  const tool = catalog.peek()?.tools.find(({ name }) => name === wanted);
  if (tool) return tool;
  refuseKept(seat, wanted, asker);
  const valid = nearestTools(catalog, wanted);
  throw new UserError('unknownTool', { server: seat.name, tool: wanted, valid });
}

function catalogFor({ modelCatalog, catalog }: Seat, asker: Asker): Seat['catalog'] {
  return asker === 'model' ? modelCatalog : catalog;
}

function nearestTools(catalog: Seat['catalog'], wanted: string): readonly string[] {
  const tools = catalog.peek()?.tools ?? [];
  return nearest(
    wanted,
    tools.map(({ name }) => name),
  );
}
