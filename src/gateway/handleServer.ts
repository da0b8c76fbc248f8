import { signalOf, type Abortable } from '../base/abort';
import { rawName } from '../protocol/publicNames';
import { resultForModel, type ModelRoute } from '../tools/results/resultForModel';
import { type GuardOptions, guardOf } from '../tools/callGuard';
import { appOf } from '../ipc/mcpApp';
import type { McpObject } from '../ipc/state';
import { isUp } from '../ipc/serverStates';
import type { ToolsForModels } from '../servers/modelCatalog';
import type { ServerHandle } from '../servers/serverHandle';
import type { GatewayServer } from './gatewayServer';

const servers = new WeakMap<ToolsForModels, GatewayServer>();

/** The store of results too long for models of the window's chat, and the record of calls. */
export type ResultRoute = Pick<ModelRoute, 'describe'> &
  Required<Pick<ModelRoute, 'results'>> & { readonly guardOptions: GuardOptions };

/**
 * A server handle as the gateway sees it, always the same object for the same `models`, which may have another set of
 * tools than the window's. The window answers requests that the gateway's clients do not answer.
 */
export function handleServer(
  handle: ServerHandle,
  route: ResultRoute,
  models: ToolsForModels = handle,
): GatewayServer {
  const server = servers.get(models) ?? newServer(handle, route, models);
  servers.set(models, server);
  return server;
}

function newServer(
  handle: ServerHandle,
  route: ResultRoute,
  models: ToolsForModels,
): GatewayServer {
  const server: GatewayServer = {
    id: handle.id,
    name: handle.name,
    handshake: handle.handshake,
    catalog: models.modelCatalog,
    offered: handle.catalog,
    knowsAll: () => handle.knowsAll,
    guard: guardOf(handle, models, route.guardOptions),
    onNotification: handle.onNotification,
    released: handle.released,
    get callTimeoutSeconds() {
      return handle.options.callTimeoutSeconds;
    },
    get answers() {
      return handle.answers;
    },
    forModels: (whole) => models.forModels(whole),
    route: (method, params, forModels) => ({
      server,
      params: method === 'tools/call' && forModels ? withRawName(params, handle) : params,
    }),
    resultForModels: (tool, result, signal) =>
      resultForModels(handle, route, { tool, result, signal }),
    listen: (requirements) => handle.listen(requirements),
    notify: (method, params) => notify(handle, method, params),
    answer: (question, signal) => handle.answer(question, signal),
    connection: (signal, urgency) => handle.connection(false, signal, urgency),
  };
  return server;
}

/** A call by the name that models have of the tool. */
function withRawName(params: McpObject, { catalog }: Pick<ServerHandle, 'catalog'>): McpObject {
  const { name } = params;
  if (typeof name !== 'string') return params;
  return { ...params, name: rawName(catalog.peek()?.tools ?? [], name) };
}

const never = new AbortController().signal;

async function notify(
  handle: ServerHandle,
  ...[method, params]: Parameters<GatewayServer['notify']>
) {
  if (!isUp(handle.state.peek())) return;
  try {
    const connection = await handle.connection(false, never);
    await connection.notify(method, params);
  } catch {
    // A server that went meanwhile needs no notification.
  }
}

/**
 * The result with its content made fit for models. A tool with a page of its own (MCP Apps) keeps its result, because
 * the page shows it.
 */
async function resultForModels(
  handle: ServerHandle,
  { results, describe }: ResultRoute,
  call: { readonly tool: string; readonly result: McpObject; readonly signal: Abortable },
): Promise<McpObject> {
  const { tool, result, signal } = call;
  const { structuredContent, ...others } = result;
  const known = handle.catalog.peek()?.tools.find(({ name }) => name === tool);
  if (known && appOf(known)) return result;
  if (!('content' in result) && structuredContent === undefined) return result;
  const store = results?.limits.chatReadsOn ? results : undefined;
  const route = { tool, takes: 'content', results: store, describe } as const;
  return { ...others, ...(await resultForModel(result, route, signalOf(signal))) };
}
