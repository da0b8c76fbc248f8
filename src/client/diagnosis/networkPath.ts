import type { Socket } from 'node:net';
import { rootCertificates, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { judgedAddress, type Nearness } from '../../network/nearness';
import { isForwarded, proxyFor, type Network } from '../../network/network';
import { addressOf, openPath, secureSocket, proxyCredentials } from '../../network/sockets';
import { trustedRoots } from '../../network/trustedRoots';
import { raceAbort } from '../../base/abort';
import { userAgent } from '../../protocol/meta';

/** The path of the host process to a remote server. */
export interface NetworkPath {
  readonly network: Network;
  /** The only trusted roots, as PEM: the host process does not have the editor's own. */
  readonly roots: string[];
  /** The nearest address that it may lead to; any if absent. */
  readonly nearest?: Nearness | undefined;
}

export async function networkPathOf(network: Network): Promise<NetworkPath> {
  return { network, roots: (await trustedRoots(network)) ?? [...rootCertificates] };
}

/**
 * Opens a socket to a server, through the proxy if there is one. The caller destroys it.
 * @throws UserError `strayAddress` if the server is too near.
 */
async function openNetworkPath(url: URL, path: NetworkPath, signal: AbortSignal): Promise<Socket> {
  const { network, roots, nearest = 2 } = path;
  const proxy = proxyFor(url, network);
  const judgement = { nearest, isElsewhere: proxy !== undefined };
  const address = await raceAbort(judgedAddress(url, judgement), signal);
  const { strictTls, proxyAuthorization } = network;
  const options = { ca: roots, rejectUnauthorized: strictTls !== false, proxyAuthorization };
  return openPath({ url, address, proxy, options }, signal);
}

/** Does so over TLS, with any certificate; see the socket's `authorizationError`. */
export async function openTlsPath(
  url: URL,
  path: NetworkPath,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = await openNetworkPath(url, path, signal);
  const options = { ca: path.roots, rejectUnauthorized: false };
  return secureSocket(socket, addressOf(url).host, options, signal);
}

/** Bytes. */
const maxBodyBytes = 256 * 1024;

/** A response; see {@link BareRequestOptions} for its body. */
export interface BareResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The server's IP address, empty if the connection is closed already; `undefined` behind a proxy. */
  readonly remoteAddress: string | undefined;
  readonly body: string;
}

interface BareRequestOptions extends NetworkPath {
  readonly accept: string;
  readonly signal: AbortSignal;
  /** Reads the body, up to 256 KiB; it is empty otherwise. */
  readonly withBody?: boolean | undefined;
}

/**
 * Sends one GET without credentials, as the host process would. It opens its own socket, because the editor patches
 * `http.request` of extensions with its proxy and certificates. Follows no redirect. Rejects with the error of the
 * socket or parser, or with UserError `strayAddress`.
 */
export async function bareRequest(url: URL, options: BareRequestOptions): Promise<BareResponse> {
  const { accept, signal, withBody, network } = options;
  const isSecure = url.protocol === 'https:';
  const socket = await (isSecure
    ? openTlsPath(url, options, signal)
    : openNetworkPath(url, options, signal));
  const proxy = proxyFor(url, network);
  const forwarder = proxy && isForwarded(url, proxy) ? proxy : undefined;
  const abort = (): void => void socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const isStrict = network.strictTls !== false;
    if (isStrict && 'authorizationError' in socket && socket.authorizationError) {
      throw new Error(String(socket.authorizationError));
    }
    const request = new ClientRequest({
      protocol: 'http:',
      path: (forwarder ? url.origin : '') + url.pathname + url.search,
      headers: {
        host: url.host,
        'user-agent': userAgent,
        accept,
        ...(forwarder && proxyCredentials(forwarder, network.proxyAuthorization)),
      },
      createConnection: () => socket,
    });
    // Errors after the response do not matter.
    request.on('error', () => undefined);
    request.end();
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    const remoteAddress = proxy ? undefined : (socket.remoteAddress ?? '');
    const body = withBody ? await readBody(message) : '';
    return { status: message.statusCode ?? 0, headers: message.headers, remoteAddress, body };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new Error(`more than ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
