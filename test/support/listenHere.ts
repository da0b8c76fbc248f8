import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Has a server listen on this machine, on a free port unless one is wanted, and gives the port. */
export async function listenHere(server: Server, wanted = 0): Promise<number> {
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
