import { UserError } from '../base/errors';
import { publicName, rawName } from '../protocol/publicNames';
import type { Tool } from '../ipc/state';
import type { ToolRefusal, ToolsForModels } from '../servers/modelCatalog';
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

/** A server's tools as one asker gets them. */
export interface AskedServer {
  readonly name: string;
  readonly catalog: ServerHandle['catalog'];
  /** The reason why a tool is kept from the asker, by its raw name. */
  refusalFor(tool: string): ToolRefusal | undefined;
  /** True if the catalog is complete; else the server itself decides about other tools. */
  knowsAll(): boolean;
  /** True if the asker gets no tool before a person has seen it. */
  holdsNew(): boolean;
}

/** The tools of a server handle as a person gets them, or as `models` do, which may have a set of their own. */
export function askedServer(handle: ServerHandle, models?: ToolsForModels): AskedServer {
  return {
    name: handle.name,
    catalog: models?.modelCatalog ?? handle.catalog,
    refusalFor: (tool) => (models ? models.refusalFor(tool) : handle.refusalFor(tool, 'person')),
    knowsAll: () => handle.knowsAll,
    holdsNew: () => models !== undefined && handle.scan.holdsNew,
  };
}

/** The raw name of a tool; models may use the public one. */
export function rawToolName({ catalog }: Pick<ServerHandle, 'catalog'>, wanted: string): string {
  return rawName(catalog.peek()?.tools ?? [], wanted);
}

/**
 * Refuses a tool that is kept from the asker, by its raw name; starts nothing.
 * @throws UserError the reason, with the nearest other tools unless it is denied or held back.
 */
export function refuseWithheld(asked: AskedServer, tool: string): void {
  const refusal = asked.refusalFor(tool);
  if (!refusal) return;
  const { name: server, catalog } = asked;
  const { code } = refusal;
  if (code === 'toolDenied') throw new UserError(code, { server, tool, rule: refusal.rule });
  if (code === 'toolHeld') throw new UserError(code, { server, tool });
  throw new UserError(code, { server, tool, valid: nearestTools(catalog, tool) });
}

/**
 * Finds a tool by its raw name, as the asker gets it. Returns only its name where the server itself has to decide.
 * @throws UserError `toolHidden`, `toolOff`, `toolDenied`, `toolHeld`, `toolsNotListed`, or `unknownTool` with the
 * nearest valid ones.
 */
export function findTool(server: AskedServer, wanted: string): Tool {
  const tool = listedTool(server, wanted);
  if (tool) return tool;
  refuseWithheld(server, wanted);
  if (!server.knowsAll() && !server.holdsNew()) return { name: wanted };
  throw notListed(server, wanted);
}

/**
 * Finds a listed tool for a model by its public name, or its raw one; starts nothing.
 * @throws as {@link findTool}, proposing public names.
 */
export function toolForModel(handle: ServerHandle, wanted: string): Tool {
  const asked = askedServer(handle, handle);
  const name = rawToolName(handle, wanted);
  const tool = listedTool(asked, name);
  if (tool) return tool;
  try {
    refuseWithheld(asked, name);
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
