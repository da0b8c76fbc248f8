import type { Seat } from '../supervisor/seat';
import type { GatewayServer } from './gatewayServer';

const servers = new WeakMap<Seat, GatewayServer>();

/** A window's seat as the gateway sees it, always the same object for a seat. Chat puts no questions. */
export function seatServer(seat: Seat): GatewayServer {
  const server: GatewayServer = servers.get(seat) ?? {
    id: seat.id,
    name: seat.name,
    handshake: seat.handshake,
    catalog: seat.catalog,
    onNotification: seat.onNotification,
    get callTimeoutSeconds() {
      return seat.options.callTimeoutSeconds;
    },
    hides: (tool) => seat.hides(tool),
    connection: (signal, urgency) => seat.connection(false, signal, urgency),
  };
  servers.set(seat, server);
  return server;
}
