import type { Socket } from 'node:net';
import tls from 'node:tls';
import { raceAbort } from '../../../base/abort';
import { UserError } from '../../../base/errors';
import { judgedAddress } from '../../../network/nearness';
import { isForwarded, proxyFor, type Network } from '../../../network/network';
import {
  openPath,
  openSocket,
  proxyCredentials,
  secureSocket,
  type TlsOptions,
} from '../../../network/sockets';
import { trustedRoots } from '../../../network/trustedRoots';
import { Http1Agent, sendOverHttp1, type Http1Options } from './http1';
import type { Http2Connection } from './http2';
import { unreachable, type HttpRequest } from './httpRequest';
import type { HttpResponse } from './httpResponse';

/** The system's error code. */
const timedOut = 'ETIMEDOUT';
/**
 * Limit for opening a connection, handshakes included, in milliseconds. Callers may give up earlier; others go on
 * waiting for the same connection.
 */
const longestDial = 30_000;

/** The parts of a request that decide where a connection goes. */
type Target = Pick<HttpRequest, 'url' | 'nearest' | 'socketPath'>;

/** The connections to one origin: HTTP/2, or HTTP/1.1. */
interface Origin {
  readonly agent: Http1Agent;
  readonly proxy: URL | undefined;
  /** The HTTP/2 connection; `undefined` before the first TLS handshake and while the server is unreachable. */
  http2?: Promise<Http2Connection | undefined> | undefined;
}

/**
 * The connections of one network configuration to all origins, direct or through proxies. The TLS handshake decides
 * between Node's HTTP/1.1 and HTTP/2. HTTP/2 carries many POSTs at once. Undici is no faster, takes 300 KB, and does
 * not tell whether a request was sent. Nothing here limits how long an answer takes, because requests have their own
 * limits.
 */
export class Route {
  readonly #origins = new Map<string, Origin>();
  #tls: Promise<TlsOptions> | undefined;
  /** The certificates in it. */
  #roots: readonly string[] | undefined;
  /** A connection failed, and a person may have mended a file of certificates since. */
  #doubtsRoots = false;

  constructor(private readonly network: Network) {}

  /** Sends a request; rejects as `sendOverHttp1`, `openPath` and `judgedAddress` do. */
  send(request: HttpRequest): Promise<HttpResponse> {
    const { url } = request;
    const origin = this.#originOf(request);
    const { agent, proxy } = origin;
    const options = { agent, path: url.pathname + url.search };
    if (url.protocol === 'https:') return this.#sendSecurely(request, origin, options);
    if (!proxy) return sendOverHttp1(request, options);
    if (!isForwarded(url, proxy)) return sendOverHttp1(request, options).then(ofUnknownAddress);
    const headers = {
      ...request.headers,
      ...proxyCredentials(proxy, this.network.proxyAuthorization),
    };
    return sendThrough(proxy, { ...request, headers }, options);
  }

  async #sendSecurely(
    request: HttpRequest,
    origin: Origin,
    options: Http1Options,
  ): Promise<HttpResponse> {
    const answer =
      (await this.#sendOverHttp2(request, origin)) ?? (await sendOverHttp1(request, options));
    return origin.proxy ? ofUnknownAddress(answer) : answer;
  }

  /** `undefined` if the origin has no HTTP/2. A closed connection is replaced, but not for ever. */
  async #sendOverHttp2(request: HttpRequest, origin: Origin): Promise<HttpResponse | undefined> {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const http2 = await this.#http2Of(origin, request);
      const answer = await http2?.send(request);
      if (answer || !http2) return answer;
    }
    return undefined;
  }

  /**
   * The connections to an origin. Requests with other bounds do not share them, because a connection may lead nearer
   * than they permit.
   */
  #originOf({ url, nearest, socketPath }: Target): Origin {
    const key = `${nearest} ${url.origin} ${socketPath ?? ''}`;
    const known = this.#origins.get(key);
    if (known) return known;
    const target = { url: new URL(url.origin), nearest, socketPath };
    const agent = new Http1Agent(() => this.#dial(target, ['http/1.1']));
    const origin: Origin = { agent, proxy: this.#proxyFor(target) };
    this.#origins.set(key, origin);
    return origin;
  }

  /** The HTTP/2 connection of an origin, if it has one; a closed one is returned once, so that it is noticed. */
  async #http2Of(origin: Origin, request: HttpRequest): Promise<Http2Connection | undefined> {
    const { signal } = request;
    const http2 = (origin.http2 ??= this.#http2For(origin, request));
    try {
      const found = await (signal ? raceAbort(http2, signal) : http2);
      if (found?.usable === false && origin.http2 === http2) origin.http2 = undefined;
      return found;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw unreachable(request, error);
    }
  }

  /** Opens the HTTP/2 connection for all waiting requests; the next one after a failure tries again. */
  #http2For(origin: Origin, target: Target): Promise<Http2Connection | undefined> {
    const http2 = this.#openHttp2(origin, target);
    http2.catch(() => {
      if (origin.http2 === http2) origin.http2 = undefined;
    });
    return http2;
  }

  async #openHttp2(origin: Origin, target: Target): Promise<Http2Connection | undefined> {
    const socket = await this.#dial(target, ['h2', 'http/1.1']);
    if (socket instanceof tls.TLSSocket && socket.alpnProtocol === 'h2') {
      const { Http2Connection } = await import('./http2');
      return new Http2Connection(target.url.origin, socket);
    }
    origin.agent.give(socket);
    return undefined;
  }

  /** Opens a connection regardless of who requested it, because it serves all. */
  async #dial(target: Target, ALPNProtocols: string[]): Promise<Socket> {
    const limit = new AbortController();
    const late = Object.assign(new Error('timed out'), { code: timedOut });
    const timer = setTimeout(() => limit.abort(late), longestDial).unref();
    try {
      return await this.#connect(target, ALPNProtocols, limit.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #connect(target: Target, ALPNProtocols: string[], signal: AbortSignal): Promise<Socket> {
    const { url, nearest, socketPath } = target;
    if (socketPath !== undefined) return openSocket({ path: socketPath }, signal);
    const proxy = this.#proxyFor(target);
    const { proxyAuthorization } = this.network;
    const isSecure = url.protocol === 'https:';
    const options = isSecure || proxy?.protocol === 'https:' ? await this.#tlsOptions() : {};
    const judgement = { nearest, isElsewhere: proxy !== undefined };
    const address = await raceAbort(judgedAddress(url, judgement), signal);
    const socket = await openPath(
      { url, address, proxy, options: { ...options, proxyAuthorization } },
      signal,
    );
    if (!isSecure) return socket;
    try {
      return await secureSocket(socket, address.host, { ...options, ALPNProtocols }, signal);
    } catch (error) {
      this.#doubtsRoots = true;
      throw error;
    }
  }

  #proxyFor({ url, socketPath }: Target): URL | undefined {
    return socketPath === undefined ? proxyFor(url, this.network) : undefined;
  }

  /** Created once, because it is the most expensive part of a connection. */
  async #tlsOptions(): Promise<TlsOptions> {
    if (this.#doubtsRoots) {
      this.#doubtsRoots = false;
      const roots = await trustedRoots(this.network);
      if (String(roots) !== String(this.#roots)) this.#tls = undefined;
    }
    this.#tls ??= this.#makeTlsOptions();
    return this.#tls;
  }

  async #makeTlsOptions(): Promise<TlsOptions> {
    const ca = await trustedRoots(this.network);
    this.#roots = ca;
    return {
      secureContext: tls.createSecureContext(ca ? { ca } : {}),
      rejectUnauthorized: this.network.strictTls !== false,
    };
  }
}

/** A response through a proxy: the address of its connection is the proxy's. */
function ofUnknownAddress(answer: HttpResponse): HttpResponse {
  return { ...answer, remoteAddress: undefined };
}

/**
 * Sends a request through a proxy without a tunnel, in the absolute form (RFC 9112, 3.2.2).
 * @throws UserError `proxyRefused` (proxy, status); what `sendOverHttp1` throws.
 */
async function sendThrough(
  proxy: URL,
  request: HttpRequest,
  options: Http1Options,
): Promise<HttpResponse> {
  const path = request.url.origin + options.path;
  const answer = await sendOverHttp1(request, { ...options, path });
  if (answer.status !== 407) return ofUnknownAddress(answer);
  answer.body.resume();
  throw new UserError('proxyRefused', { proxy: proxy.host, status: answer.status });
}
