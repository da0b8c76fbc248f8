import type { Socket } from 'node:net';
import { rootCertificates, type TLSSocket } from 'node:tls';
import { judgedAddress, type Nearness } from '../../network/nearness';
import { proxyFor, type Network } from '../../network/network';
import { addressOf, openProxy, openSocket, openTunnel, secureSocket } from '../../network/sockets';
import { trustedRoots } from '../../network/trustedRoots';
import { raceAbort } from '../../base/abort';

/** How the host process reaches remote servers. */
export interface Way {
  readonly network: Network;
  /** Whom to trust, as PEM. Only they count: those of the editor do not reach the host process. */
  readonly roots: string[];
  /** How near to this machine it may lead; anywhere unless it is given. */
  readonly nearest?: Nearness | undefined;
}

/** The way over a network. */
export async function wayOver(network: Network): Promise<Way> {
  return { network, roots: (await trustedRoots(network)) ?? [...rootCertificates] };
}

/**
 * A connection that leads to an address, through its proxy if it has one; to be destroyed by the caller.
 * @throws UserError `strayAddress` where it is too near.
 */
export async function openWay(url: URL, way: Way, signal: AbortSignal): Promise<Socket> {
  const { network, roots, nearest = 2 } = way;
  const proxy = proxyFor(url, network);
  const judgement = { nearest, isElsewhere: proxy !== undefined };
  const address = await raceAbort(judgedAddress(url, judgement), signal);
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
