import { once } from 'node:events';
import { ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { proxyFor } from '../../network/network';
import { proxyCredentials } from '../../network/sockets';
import { openSecureWay, openWay, type Way } from './way';

/** The longest body that is read, in bytes. */
const longestBody = 256 * 1024;

/** An answer as far as it was wanted. */
export interface BareAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The IP address it comes from, empty where the connection is gone already; `undefined`: through a proxy. */
  readonly remoteAddress: string | undefined;
  /** Empty unless it was wanted. */
  readonly body: string;
}

/** What to ask for, and how. */
export interface BareOptions extends Way {
  readonly accept: string;
  readonly signal: AbortSignal;
  /** The body is read to its end or to 256 KiB; else nothing of it. */
  readonly withBody?: boolean | undefined;
}

/**
 * One GET without any credentials, as the host process would send it: over a socket of its own, because
 * the editor puts its proxy and its certificates behind `http.request` of an extension. Follows nothing.
 * Rejects with the error of the socket or of the parser, or with UserError `strayAddress`.
 */
export async function bareRequest(url: URL, options: BareOptions): Promise<BareAnswer> {
  const { accept, signal, withBody, network } = options;
  const isSecure = url.protocol === 'https:';
  const socket = await (isSecure
    ? openSecureWay(url, options, signal)
    : openWay(url, options, signal));
  const proxy = proxyFor(url, network);
  const forwarder = isSecure ? undefined : proxy;
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
      headers: { host: url.host, accept, ...(forwarder && proxyCredentials(forwarder)) },
      createConnection: () => socket,
    });
    // What comes after the answer is of no account.
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
    if (length > longestBody) throw new Error(`more than ${longestBody} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
