import type { Seat } from '../supervisor/seat';
import { isUp } from '../supervisor/transition';
import type { GatewayServer } from './gatewayServer';

const servers = new WeakMap<Seat, GatewayServer>();

/**
 * A window's seat as the gateway sees it, always the same object for a seat. What its clients do not answer
 * is put to the window.
 */
export function seatServer(seat: Seat): GatewayServer {
  const server: GatewayServer = servers.get(seat) ?? {
    id: seat.id,
    name: seat.name,
    handshake: seat.handshake,
    catalog: seat.catalog,
    onNotification: seat.onNotification,
    released: seat.released,
    get callTimeoutSeconds() {
      return seat.options.callTimeoutSeconds;
    },
    get answers() {
      return seat.answers;
    },
    hides: (tool) => seat.hides(tool),
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
