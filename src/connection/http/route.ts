import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { UserError } from '../../base/errors';
import { judgedAddress, type Nearness } from '../../network/nearness';
import { proxyFor, type Network } from '../../network/network';
import {
  openProxy,
  openSocket,
  openTunnel,
  proxyCredentials,
  secureSocket,
  type TlsOptions,
} from '../../network/sockets';
import { trustedRoots } from '../../network/trustedRoots';
import { raceAbort } from '../../base/abort';
import { publicUrl } from '../requestErrors';
import { unreachable, type Answer, type Exchange } from './exchange';
import { Http1Agent, sendOverHttp1 } from './http1';
import { Http2Line } from './http2';

/** As the system calls it. */
const timedOut = 'ETIMEDOUT';
/** How long it may take until a connection is there, handshakes included, in milliseconds. */
const longestDial = 30_000;

/** Where connections lead, and how near they may. */
interface Target {
  readonly url: URL;
  readonly nearest: Nearness;
}

/** How one origin is reached: over a line of HTTP/2, or by HTTP/1.1. */
interface Reach {
  readonly agent: Http1Agent;
  readonly proxy: URL | undefined;
  /** `undefined` until the server was asked for HTTP/2 and while it is not reached. */
  line?: Promise<Http2Line | undefined> | undefined;
}

/** How this machine reaches servers: directly or through proxies, over connections that are kept. */
export class Route {
  readonly #reaches = new Map<string, Reach>();
  #tls: Promise<TlsOptions> | undefined;

  constructor(
    private readonly network: Network,
    /** The Unix socket or named pipe that everything goes over instead. */
    private readonly socketPath?: string,
  ) {}

  /** Sends a request; see `sendOverHttp1` for what it throws, `openTunnel`, and `judgedAddress`. */
  async send(exchange: Exchange): Promise<Answer> {
    const reach = this.#reachOf(exchange);
    const answer = await this.#send(exchange, reach);
    return reach.proxy ? { ...answer, remoteAddress: undefined } : answer;
  }

  async #send(exchange: Exchange, reach: Reach): Promise<Answer> {
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

  /** Whoever may go less near shares no connection with who may go nearer. */
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

  /** The line to a server that speaks HTTP/2; one that has ended is given once, so that it is seen. */
  async #lineOf(reach: Reach, exchange: Exchange, name: string): Promise<Http2Line | undefined> {
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

  /** The first who asks opens it; the others wait for that, and whoever comes after a failure tries anew. */
  #lineFor(reach: Reach, target: Target): Promise<Http2Line | undefined> {
    const line = this.#openLine(reach, target);
    line.catch(() => {
      if (reach.line === line) reach.line = undefined;
    });
    return line;
  }

  async #openLine(reach: Reach, target: Target): Promise<Http2Line | undefined> {
    const socket = await this.#dial(target, ['h2', 'http/1.1']);
    if (socket instanceof tls.TLSSocket && socket.alpnProtocol === 'h2') {
      return new Http2Line(target.url.origin, socket);
    }
    reach.agent.give(socket);
    return undefined;
  }

  /** Whoever asked for it may have given up: it is for all who come. */
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

  /** Made once: it is the dearest part of a connection. */
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
