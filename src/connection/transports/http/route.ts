import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { UserError } from '../../../base/errors';
import { judgedAddress, type Nearness } from '../../../network/nearness';
import { proxyFor, type Network } from '../../../network/network';
import {
  openProxy,
  openSocket,
  openTunnel,
  proxyCredentials,
  secureSocket,
  type TlsOptions,
} from '../../../network/sockets';
import { trustedRoots } from '../../../network/trustedRoots';
import { raceAbort } from '../../../base/abort';
import { unreachable, type HttpAnswer, type HttpRequest } from './httpRequest';
import { Http1Agent, sendOverHttp1 } from './http1';
import { Http2Connection } from './http2';
import { publicUrl } from './failures';

/** The system's error code. */
const timedOut = 'ETIMEDOUT';
/** Limit for opening a connection, handshakes included, in milliseconds. */
const longestDial = 30_000;

/** The origin of connections, and the nearest address that they may go to. */
interface Target {
  readonly url: URL;
  readonly nearest: Nearness;
}

/** The connections to one origin: HTTP/2, or HTTP/1.1. */
interface Reach {
  readonly agent: Http1Agent;
  readonly proxy: URL | undefined;
  /**
   * The HTTP/2 connection; `undefined` before the first TLS handshake and while the server is unreachable.
   */
  line?: Promise<Http2Connection | undefined> | undefined;
}

/** The connections of one network configuration to all origins, direct or through proxies. */
export class Route {
  readonly #reaches = new Map<string, Reach>();
  #tls: Promise<TlsOptions> | undefined;

  constructor(
    private readonly network: Network,
    /** The Unix socket or named pipe used instead of the network. */
    private readonly socketPath?: string,
  ) {}

  /** Sends a request; throws as `sendOverHttp1`, `openTunnel` and `judgedAddress` do. */
  async send(exchange: HttpRequest): Promise<HttpAnswer> {
    const reach = this.#reachOf(exchange);
    const answer = await this.#send(exchange, reach);
    return reach.proxy ? { ...answer, remoteAddress: undefined } : answer;
  }

  async #send(exchange: HttpRequest, reach: Reach): Promise<HttpAnswer> {
    const { url, signal } = exchange;
    // One signal serves a whole connection with any number of requests in flight.
    if (signal) setMaxListeners(0, signal);
    const name = this.socketPath ?? publicUrl(url);
    if (url.protocol === 'https:') {
      // A line that has ended is replaced, but not for ever.
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const line = await this.#lineOf(reach, exchange, name);
        if (!line) break;
        const answer = await line.send(exchange, name);
        if (answer) return answer;
      }
    }
    const proxy = url.protocol === 'http:' ? reach.proxy : undefined;
    const { headers } = exchange;
    const asked = proxy
      ? { ...exchange, headers: { ...headers, ...proxyCredentials(proxy) } }
      : exchange;
    // A proxy wants the whole address (RFC 9112, 3.2.2).
    const path = (proxy ? url.origin : '') + url.pathname + url.search;
    const answer = await sendOverHttp1(asked, { agent: reach.agent, path, name });
    if (!proxy || answer.status !== 407) return answer;
    answer.body.resume();
    throw new UserError('proxyRefused', { proxy: proxy.host, status: answer.status });
  }

  /** The connections to an origin; requests with other bounds do not share them. */
  #reachOf({ url: { origin }, nearest }: Target): Reach {
    const key = `${nearest} ${origin}`;
    const known = this.#reaches.get(key);
    if (known) return known;
    const target = { url: new URL(origin), nearest };
    const agent = new Http1Agent(() => this.#dial(target, ['http/1.1']));
    const reach = { agent, proxy: this.#proxyFor(target.url) };
    this.#reaches.set(key, reach);
    return reach;
  }

  /**
   * The HTTP/2 connection of an origin, if it has one; a closed one is returned once, so that it is
   * noticed.
   */
  async #lineOf(
    reach: Reach,
    exchange: HttpRequest,
    name: string,
  ): Promise<Http2Connection | undefined> {
    const { signal } = exchange;
    const line = (reach.line ??= this.#lineFor(reach, exchange));
    try {
      const found = await (signal ? raceAbort(line, signal) : line);
      if (found?.usable === false && reach.line === line) reach.line = undefined;
      return found;
    } catch (error) {
      signal?.throwIfAborted();
      throw unreachable(name, error);
    }
  }

  /** Opens the HTTP/2 connection for all waiting requests; the next one after a failure tries again. */
  #lineFor(reach: Reach, target: Target): Promise<Http2Connection | undefined> {
    const line = this.#openLine(reach, target);
    line.catch(() => {
      if (reach.line === line) reach.line = undefined;
    });
    return line;
  }

  async #openLine(reach: Reach, target: Target): Promise<Http2Connection | undefined> {
    const socket = await this.#dial(target, ['h2', 'http/1.1']);
    if (socket instanceof tls.TLSSocket && socket.alpnProtocol === 'h2') {
      return new Http2Connection(target.url.origin, socket);
    }
    reach.agent.give(socket);
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

  async #connect(
    { url, nearest }: Target,
    ALPNProtocols: string[],
    signal: AbortSignal,
  ): Promise<Socket> {
    if (this.socketPath !== undefined) return openSocket({ path: this.socketPath }, signal);
    const proxy = this.#proxyFor(url);
    const isSecure = url.protocol === 'https:';
    const options = isSecure || proxy?.protocol === 'https:' ? await this.#tlsOptions() : {};
    const judgement = { nearest, isElsewhere: proxy !== undefined };
    const address = await raceAbort(judgedAddress(url, judgement), signal);
    if (!isSecure) return proxy ? openProxy(proxy, options, signal) : openSocket(address, signal);
    const socket = await (proxy
      ? openTunnel(proxy, address, options, signal)
      : openSocket(address, signal));
    return secureSocket(socket, address.host, { ...options, ALPNProtocols }, signal);
  }

  #proxyFor(url: URL): URL | undefined {
    return this.socketPath === undefined ? proxyFor(url, this.network) : undefined;
  }

  /** Created once, because it is the most expensive part of a connection. */
  #tlsOptions(): Promise<TlsOptions> {
    this.#tls ??= this.#makeTlsOptions();
    return this.#tls;
  }

  async #makeTlsOptions(): Promise<TlsOptions> {
    const ca = await trustedRoots(this.network);
    return {
      secureContext: tls.createSecureContext(ca ? { ca } : {}),
      rejectUnauthorized: this.network.strictTls !== false,
    };
  }
}
