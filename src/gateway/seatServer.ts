import type { Seat } from '../supervisor/seat';
import type { GatewayServer } from './gatewayServer';

const servers = new WeakMap<Seat, GatewayServer>();

/** A window's seat as the gateway sees it, always the same object for a seat. Chat puts no questions. */
export function seatServer(seat: Seat): GatewayServer {
  const server = servers.get(seat) ?? {
    id: seat.id,
    name: seat.name,
    handshake: seat.handshake,
    catalog: seat.catalog,
    onNotification: seat.onNotification,
    connection: (signal) => seat.connection(false, signal),
  };
  servers.set(seat, server);
  return server;
}
