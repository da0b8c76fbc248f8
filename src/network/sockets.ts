import { once } from 'node:events';
import { ClientRequest, type IncomingMessage } from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { UserError } from '../base/errors';
import { percentDecoded } from '../base/escape';
import { isForwarded, isSocks } from './network';
import { askSocks } from './socks';

/** A host and port to connect to. */
export interface Address {
  /** A name or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Replaces the name service. */
  readonly lookup?: net.LookupFunction | undefined;
}

/** Milliseconds after which idle connections are probed, so that routers do not forget them. */
const keepAliveDelay = 30_000;

/**
 * Milliseconds for each address of a name but the last one. Node's own 250 are too few for a server far away, and then
 * an IPv6 address that leads nowhere takes the IPv4 address along. Where a network swallows IPv6, each connection waits
 * for so long.
 */
const autoSelectFamilyAttemptTimeout = 1_000;

/** The host and port of a URL of a server or a proxy. */
export function addressOf(url: URL): Address {
  const { hostname, port, protocol } = url;
  const usual = isSocks(url) ? 1080 : protocol === 'https:' ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) };
}

/** The code of a system's error, or its message. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Several addresses were tried, each with an error of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (first instanceof Error && 'code' in first) return String(first.code);
  return error.message;
}

/**
 * Opens a connection over TCP, or to a Unix socket or a named pipe, to be destroyed by the caller. Rejects
 * with the error of the socket or the reason of the signal.
 */
export function openSocket(
  target: Address | { readonly path: string },
  signal?: AbortSignal,
): Promise<net.Socket> {
  const socket = net.connect({ ...target, noDelay: true, autoSelectFamilyAttemptTimeout });
  socket.setKeepAlive(true, keepAliveDelay);
  return opened(socket, 'connect', signal);
}

/** Options of TLS; see `tls.connect`. */
export type TlsOptions = Pick<
  tls.ConnectionOptions,
  'ca' | 'secureContext' | 'rejectUnauthorized' | 'ALPNProtocols'
>;

/** Options of a way through a proxy; see `Network` for the authorization. */
interface TunnelOptions extends TlsOptions {
  readonly proxyAuthorization?: string | undefined;
}

/** Starts TLS over a connection and takes it over; rejects as {@link openSocket}. */
export function secureSocket(
  socket: net.Socket,
  host: string,
  options: TlsOptions,
  signal?: AbortSignal,
): Promise<tls.TLSSocket> {
  const servername = net.isIP(host) === 0 ? host : '';
  return opened(tls.connect({ ...options, socket, host, servername }), 'secureConnect', signal);
}

/** A URL and its address, the proxy for it, and how to get through that. */
interface Path {
  readonly url: URL;
  readonly address: Address;
  readonly proxy: URL | undefined;
  readonly options: TunnelOptions;
}

/**
 * Opens a connection for requests for a URL: to its server, through a tunnel where there is a proxy, or to the proxy.
 * @throws UserError `proxyUnreachable` (proxy, cause), `proxyRefused` (proxy, status or cause), `unreachable` (url,
 * cause) where the proxy says so; the error of the socket where there is none.
 */
export function openPath(
  { url, address, proxy, options }: Path,
  signal: AbortSignal,
): Promise<net.Socket> {
  if (!proxy) return openSocket(address, signal);
  if (isForwarded(url, proxy)) return openProxy(proxy, options, signal);
  return openTunnel(proxy, address, options, signal);
}

/**
 * Opens a connection to a proxy.
 * @throws UserError `proxyUnreachable` (proxy, cause).
 */
async function openProxy(
  proxy: URL,
  options: TlsOptions,
  signal?: AbortSignal,
): Promise<net.Socket> {
  const address = addressOf(proxy);
  try {
    const socket = await openSocket(address, signal);
    return proxy.protocol === 'https:'
      ? await secureSocket(socket, address.host, { ...options, ALPNProtocols: [] }, signal)
      : socket;
  } catch (error) {
    signal?.throwIfAborted();
    const args = { proxy: proxy.host, cause: causeOf(error) };
    throw new UserError('proxyUnreachable', args, { cause: error });
  }
}

/** Opens a connection to an address through a proxy. */
async function openTunnel(
  proxy: URL,
  address: Address,
  { proxyAuthorization, ...options }: TunnelOptions,
  signal: AbortSignal,
): Promise<net.Socket> {
  const socket = await openProxy(proxy, options, signal);
  const abort = (): void => void socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await (isSocks(proxy)
      ? askSocks(socket, proxy, address)
      : askConnect(socket, proxy, address, proxyAuthorization));
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    if (error instanceof UserError) throw error;
    const args = { proxy: proxy.host, cause: causeOf(error) };
    throw new UserError('proxyUnreachable', args, { cause: error });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Has an HTTP proxy connect to an address (`CONNECT`, RFC 9110, 9.3.6). */
async function askConnect(
  socket: net.Socket,
  proxy: URL,
  { host, port }: Address,
  proxyAuthorization: string | undefined,
): Promise<void> {
  const target = `${net.isIPv6(host) ? `[${host}]` : host}:${port}`;
  const request = new ClientRequest({
    protocol: 'http:',
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...proxyCredentials(proxy, proxyAuthorization) },
    createConnection: () => socket,
  });
  request.end();
  // Whatever the proxy answers.
  const answered = once(request, 'connect');
  const [{ statusCode = 0 }, , head] = (await answered) as [IncomingMessage, net.Socket, Buffer];
  if (statusCode !== 200) {
    throw new UserError('proxyRefused', { proxy: proxy.host, status: statusCode });
  }
  if (head.length > 0) socket.unshift(head);
}

/** The authentication header for a proxy: the authorization, else the credentials that its URL has. */
export function proxyCredentials(
  { username, password }: URL,
  authorization?: string,
): Record<string, string> {
  if (authorization) return { 'proxy-authorization': authorization };
  if (username === '' && password === '') return {};
  // A person may have written a `%` as it is.
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function opened<T extends net.Socket>(
  socket: T,
  event: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  // Stays on, so that what comes later is no uncaught error.
  socket.on('error', () => undefined);
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    signal?.throwIfAborted();
    throw error;
  }
}
