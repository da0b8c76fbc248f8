import { publicNames } from '../base/publicNames';
import { forModel, type ModelRoute } from '../catalog/forModel';
import { appOf } from '../contract/mcpApp';
import { isUp } from '../contract/serverStates';
import type { McpObject } from '../contract/state';
import type { Seat } from '../supervisor/seat';
import type { GatewayServer } from './gatewayServer';

const servers = new WeakMap<Seat, GatewayServer>();

/** Where results are kept that are too long for models of the window's chat. */
export type ResultRoute = Pick<ModelRoute, 'describe'> & Required<Pick<ModelRoute, 'results'>>;

/**
 * A window's seat as the gateway sees it, always the same object for a seat. What its clients do not answer
 * is put to the window.
 */
export function seatServer(seat: Seat, route: ResultRoute): GatewayServer {
  const server: GatewayServer = servers.get(seat) ?? {
    id: seat.id,
    name: seat.name,
    handshake: seat.handshake,
    catalog: seat.modelCatalog,
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
    forModels: (whole) => seat.forModels(whole),
    resultForModels: (tool, result, signal) =>
      resultForModels(seat, route, { tool, result, signal }),
    refusalFor: (tool) => seat.refusalFor(tool),
    listen: () => seat.listen(),
    notify: (method, params) => notify(seat, method, params),
    answer: (question, signal) => seat.answer(question, signal),
    connection: (signal, urgency) => seat.connection(false, signal, urgency),
  };
  servers.set(seat, server);
  return server;
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
