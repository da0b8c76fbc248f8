import net from 'node:net';
import tls from 'node:tls';

/** Where to connect to. */
export interface Address {
  /** A name or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** The address that an `http:` or `https:` URL leads to. */
export function addressOf({ hostname, port, protocol }: URL): Address {
  const usual = protocol === 'https:' ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) };
}

/** A connection over TCP, to be destroyed by the caller. Rejects with the error of the socket. */
export function openSocket(address: Address, signal: AbortSignal): Promise<net.Socket> {
  const socket = net.connect({ host: address.host, port: address.port });
  return opened(socket, 'connect', signal);
}

/**
 * A connection over TLS, to be destroyed by the caller; see `authorizationError` of the socket: it opens
 * whatever the certificate says. Only `roots` count: those of the editor do not reach the host process.
 */
export function openSecureSocket(
  { host, port }: Address,
  roots: string[],
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  const servername = net.isIP(host) === 0 ? host : '';
  const socket = tls.connect({ host, port, servername, ca: roots, rejectUnauthorized: false });
  return opened(socket, 'secureConnect', signal);
}

function opened<T extends net.Socket>(socket: T, event: string, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      socket.destroy();
      reject(signal.reason as Error);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    socket.once(event, () => {
      signal.removeEventListener('abort', abort);
      resolve(socket);
    });
    // Stays on, so that what comes later is no uncaught error.
    socket.on('error', (error) => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      reject(error);
    });
    return undefined;
  });
}

/** The code of a system's error, or its message. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Several addresses were tried, each with an error of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (first instanceof Error && 'code' in first) return String(first.code);
  return error.message;
}
