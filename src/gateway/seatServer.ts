import { publicNames, type PublicNames } from '../base/publicNames';
import { forModel, type ModelRoute } from '../catalog/forModel';
import { gateOf } from '../catalog/gateOf';
import type { GatePorts } from '../catalog/toolGate';
import { appOf } from '../contract/mcpApp';
import { isUp } from '../contract/serverStates';
import type { McpObject } from '../contract/state';
import type { GuestModels } from '../supervisor/guestModels';
import type { Seat } from '../supervisor/seat';
import type { GatewayServer } from './gatewayServer';

const servers = new WeakMap<Seat, GatewayServer>();

/** Where results are kept that are too long for models of the window's chat, and calls. */
export type ResultRoute = Pick<ModelRoute, 'describe'> &
  Required<Pick<ModelRoute, 'results'>> & { readonly calls: GatePorts };

/**
 * A window's seat as the gateway sees it, always the same object for a seat. What its clients do not answer
 * is put to the window.
 */
export function seatServer(seat: Seat, route: ResultRoute): GatewayServer {
  const server = servers.get(seat) ?? seatServerFor(seat, route, seat);
  servers.set(seat, server);
  return server;
}

/** The same for models that get other tools of it than those of the window; each time another object. */
export function seatServerFor(seat: Seat, route: ResultRoute, models: GuestModels): GatewayServer {
  const asked = {
    name: seat.name,
    catalog: models.modelCatalog,
    refusalFor: (tool: string) => models.refusalFor(tool),
    knowsAll: () => seat.knowsAll,
    holdsNew: () => seat.vetting.holdsNew,
  };
  const server: GatewayServer = {
    id: seat.id,
    name: seat.name,
    handshake: seat.handshake,
    catalog: models.modelCatalog,
    offered: seat.catalog,
    knowsAll: () => seat.knowsAll,
    gate: gateOf(seat, asked, route.calls),
    onNotification: seat.onNotification,
    released: seat.released,
    get callTimeoutSeconds() {
      return seat.options.callTimeoutSeconds;
    },
    get answers() {
      return seat.answers;
    },
    get names() {
      return publicNames(seat.catalog.peek()?.tools ?? []);
    },
    forModels: (whole) => models.forModels(whole),
    route: (method, params, forModels) => ({
      server,
      params: method === 'tools/call' && forModels ? withRawName(params, server.names) : params,
    }),
    resultForModels: (tool, result, signal) =>
      resultForModels(seat, route, { tool, result, signal }),
    listen: () => seat.listen(),
    notify: (method, params) => notify(seat, method, params),
    answer: (question, signal) => seat.answer(question, signal),
    connection: (signal, urgency) => seat.connection(false, signal, urgency),
  };
  return server;
}

/** A call by the name that models have of the tool. */
function withRawName(params: McpObject, names: PublicNames): McpObject {
  const { name } = params;
  return typeof name === 'string' ? { ...params, name: names.rawOf(name) } : params;
}

const never = new AbortController().signal;

async function notify(seat: Seat, ...[method, params]: Parameters<GatewayServer['notify']>) {
  if (!isUp(seat.state.peek())) return;
  const told = seat
    .connection(false, never)
    .then((connection) => connection.notify(method, params));
  // A server that went meanwhile has nothing to be told.
  await told.catch(() => undefined);
}

/** Only the content is another. What the page of a tool shows (MCP Apps) is its server's own. */
async function resultForModels(
  seat: Seat,
  { results, describe }: ResultRoute,
  call: { readonly tool: string; readonly result: McpObject; readonly signal: AbortSignal },
): Promise<McpObject> {
  const { tool, result, signal } = call;
  const { structuredContent, ...others } = result;
  const known = seat.catalog.peek()?.tools.find(({ name }) => name === tool);
  if (known && appOf(known)) return result;
  if (!('content' in result) && structuredContent === undefined) return result;
  const keeps = results?.limits.chatReadsOn ? results : undefined;
  const route = { tool, takes: 'content', results: keeps, describe } as const;
  return { ...others, ...(await forModel(result, route, signal)) };
}
