import type { Socket } from 'node:net';
import { rootCertificates, type TLSSocket } from 'node:tls';
import { proxyFor, type Network } from '../base/network';
import { addressOf, openProxy, openSocket, openTunnel, secureSocket } from '../base/sockets';
import { trustedRoots } from '../base/trustedRoots';

/** How the host process reaches remote servers. */
export interface Way {
  readonly network: Network;
  /** Whom to trust, as PEM. Only they count: those of the editor do not reach the host process. */
  readonly roots: string[];
}

/** The way over a network. */
export async function wayOver(network: Network): Promise<Way> {
  return { network, roots: (await trustedRoots(network)) ?? [...rootCertificates] };
}

/** A connection that leads to an address, through its proxy if it has one; to be destroyed by the caller. */
export function openWay(url: URL, { network, roots }: Way, signal: AbortSignal): Promise<Socket> {
  const proxy = proxyFor(url, network);
  const address = addressOf(url);
  if (!proxy) return openSocket(address, signal);
  const options = { ca: roots, rejectUnauthorized: network.strictTls !== false };
  return url.protocol === 'https:'
    ? openTunnel(proxy, address, options, signal)
    : openProxy(proxy, options, signal);
}

/** The same over TLS; see `authorizationError` of the socket: it opens whatever the certificate says. */
export async function openSecureWay(url: URL, way: Way, signal: AbortSignal): Promise<TLSSocket> {
  const socket = await openWay(url, way, signal);
  const options = { ca: way.roots, rejectUnauthorized: false };
  return secureSocket(socket, addressOf(url).host, options, signal);
}
