import { UserError } from '../base/errors';
import { publicName, publicNames } from '../base/publicNames';
import type { Tool } from '../ipc/state';
import type { ToolRefusal } from '../servers/modelCatalog';
import type { ServerHandle } from '../servers/serverHandle';
import { nearest, proposing } from './nearest';

/** Finds a server by its id, or by its name where only one has it. @throws UserError `unknownServer`. */
export function findHandle(handles: Iterable<ServerHandle>, wanted: string): ServerHandle {
  const all = [...handles];
  const byId = all.find((handle) => handle.id === wanted);
  if (byId) return byId;
  const named = all.filter((handle) => handle.name === wanted);
  const [only] = named;
  if (only && named.length === 1) return only;
  const valid =
    named.length > 1 ? named.map((handle) => handle.id) : all.map((handle) => handle.name);
  throw new UserError(named.length > 1 ? 'ambiguousServer' : 'unknownServer', {
    server: wanted,
    valid: nearest(wanted, valid),
  });
}

/** Who asks for a tool: a model gets fewer, and may know them by their public names. */
export type Asker = 'model' | 'person';

/** A server's tools as whoever asks gets them. */
export interface AskedServer {
  readonly name: string;
  readonly catalog: ServerHandle['catalog'];
  /** Why a tool is kept from them, by its raw name. */
  refusalFor(tool: string): ToolRefusal | undefined;
  /** Whether the catalog is all there is; else the server itself judges of other tools. */
  knowsAll(): boolean;
  /** Whether they get no tool that no person has seen. */
  holdsNew(): boolean;
}

/** The tools of a server handle as whoever asks gets them. */
export function askedServer(handle: ServerHandle, asker: Asker): AskedServer {
  return {
    name: handle.name,
    catalog: asker === 'model' ? handle.modelCatalog : handle.catalog,
    refusalFor: (tool) => handle.refusalFor(tool, asker),
    knowsAll: () => handle.knowsAll,
    holdsNew: () => asker === 'model' && handle.scan.holdsNew,
  };
}

/** The raw name of a tool, of which a model may have said the public one. */
export function rawToolName({ catalog }: Pick<ServerHandle, 'catalog'>, wanted: string): string {
  return publicNames(catalog.peek()?.tools ?? []).rawOf(wanted);
}

/**
 * Refuses a tool that is kept from who asks, by its raw name; starts nothing.
 * @throws UserError why, and unless it is denied or held back the nearest of those that they get.
 */
export function refuseKept(asked: AskedServer, tool: string): void {
  const refusal = asked.refusalFor(tool);
  if (!refusal) return;
  const { name: server, catalog } = asked;
  const { code } = refusal;
  if (code === 'toolDenied') throw new UserError(code, { server, tool, rule: refusal.rule });
  if (code === 'toolHeld') throw new UserError(code, { server, tool });
  throw new UserError(code, { server, tool, valid: nearestTools(catalog, tool) });
}

/**
 * Finds a tool by its raw name, as who asks gets it; only its name where the server itself has to judge.
 * @throws UserError `toolHidden`, `toolOff`, `toolDenied`, `toolHeld`, `toolsNotListed`, or `unknownTool` with
 * the nearest valid ones.
 */
export function findTool(server: AskedServer, wanted: string): Tool {
  const tool = listedTool(server, wanted);
  if (tool) return tool;
  refuseKept(server, wanted);
  if (!server.knowsAll() && !server.holdsNew()) return { name: wanted };
  throw notListed(server, wanted);
}

/**
 * Finds a listed tool for a model by its public name, or its raw one; starts nothing.
 * @throws what {@link findTool} does, with the public names of those that it proposes.
 */
export function toolForModel(handle: ServerHandle, wanted: string): Tool {
  const asked = askedServer(handle, 'model');
  const name = rawToolName(handle, wanted);
  const tool = listedTool(asked, name);
  if (tool) return tool;
  try {
    refuseKept(asked, name);
    throw notListed(asked, name);
  } catch (error) {
    throw proposing(error, publicName);
  }
}

function listedTool({ catalog }: AskedServer, wanted: string): Tool | undefined {
  return catalog.peek()?.tools.find(({ name }) => name === wanted);
}

function notListed(asked: AskedServer, tool: string): UserError {
  const { name: server, catalog } = asked;
  if (!asked.knowsAll()) return new UserError('toolsNotListed', { server, tool });
  return new UserError('unknownTool', { server, tool, valid: nearestTools(catalog, tool) });
}

function nearestTools(catalog: ServerHandle['catalog'], wanted: string): readonly string[] {
  const tools = catalog.peek()?.tools ?? [];
  return nearest(
    wanted,
    tools.map(({ name }) => name),
  );
}
