import { lookup } from 'node:dns/promises';
import { causeOf, openSocket, type Address } from '../../network/sockets';
import { failed, passed, type Finding } from './check';

/** Whether the name of a host leads to addresses. */
export async function nameFinding(host: string): Promise<Finding> {
  try {
    const found = await lookup(host, { all: true });
    return passed('nameKnown', { host, addresses: found.map(({ address }) => address) });
  } catch (error) {
    const cause = causeOf(error);
    return cause === 'ENOTFOUND'
      ? failed('nameUnknown', { host })
      : failed('nameServiceFails', { host, cause });
  }
}

/** Whether something takes connections at an address. */
export async function connectionFinding(address: Address, signal: AbortSignal): Promise<Finding> {
  const { host, port } = address;
  try {
    const socket = await openSocket(address, signal);
    const at = `${socket.remoteAddress ?? host} ${socket.remotePort ?? port}`;
    socket.destroy();
    return passed('connectionTaken', { at });
  } catch (error) {
    signal.throwIfAborted();
    const cause = causeOf(error);
    if (cause === 'ECONNREFUSED') return failed('connectionRefused', { host, port });
    return failed('connectionFails', { host, port, cause });
  }
}
