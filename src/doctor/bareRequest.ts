import { once } from 'node:events';
import { ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { proxyFor } from '../base/network';
import { proxyCredentials } from '../base/sockets';
import { openSecureWay, openWay, type Way } from './way';

/** The longest body that is read, in bytes. */
const longestBody = 256 * 1024;

/** An answer as far as it was wanted. */
export interface BareAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
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
 * Rejects with the error of the socket or of the parser.
 */
export async function bareRequest(url: URL, options: BareOptions): Promise<BareAnswer> {
  const { accept, signal, withBody, network } = options;
  const isSecure = url.protocol === 'https:';
  const socket = await (isSecure
    ? openSecureWay(url, options, signal)
    : openWay(url, options, signal));
  const proxy = isSecure ? undefined : proxyFor(url, network);
  const abort = (): void => void socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const isStrict = network.strictTls !== false;
    if (isStrict && 'authorizationError' in socket && socket.authorizationError) {
      throw new Error(String(socket.authorizationError));
    }
    const request = new ClientRequest({
      protocol: 'http:',
      path: (proxy ? url.origin : '') + url.pathname + url.search,
      headers: { host: url.host, accept, ...(proxy && proxyCredentials(proxy)) },
      createConnection: () => socket,
    });
    // What comes after the answer is of no account.
    request.on('error', () => undefined);
    request.end();
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    const body = withBody ? await readBody(message) : '';
    return { status: message.statusCode ?? 0, headers: message.headers, body };
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
