import http2, { type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import { raceAbort } from '../../../base/abort';
import { idleTime } from './http1';
import { cutOff, unreachable, type HttpRequest } from './httpRequest';
import { mediaTypeIn, type HttpResponse } from './httpResponse';

/** Flow-control window in bytes: the default of 64 KB makes long distances slow. */
const windowSize = 8 * 1024 * 1024;
/** Limit for the answer to a ping after a silence, in milliseconds. */
const proofTime = 5_000;
/** Milliseconds of silence after which a request waits for the ping: the machine may have slept since. */
const longSilence = 60_000;

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM } = http2.constants;
/** Headers that HTTP/2 forbids (RFC 9113, 8.2.2). */
const ofHttp1: readonly string[] = ['host', 'connection', 'keep-alive', 'transfer-encoding'];

/** An HTTP/2 connection, shared by all requests to an origin. */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  #open = 0;
  #idle: NodeJS.Timeout | undefined;
  /** The time of the last sign of the server, by the clock, which goes on while the machine sleeps. */
  #lastHeard = Date.now();
  /** A ping on its way; requests wait for it. */
  #proof: Promise<void> | undefined;
  readonly #remoteAddress: string;

  constructor(
    origin: string,
    private readonly socket: Socket,
  ) {
    this.#remoteAddress = socket.remoteAddress ?? '';
    this.#session = http2.connect(origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: windowSize },
    });
    this.#session.once('connect', () => this.#session.setLocalWindowSize(windowSize));
    // Every request reports its own failure.
    this.#session.on('error', () => undefined);
    // Its own request may have been aborted.
    this.#rest();
  }

  /** True if it accepts further requests. */
  get usable(): boolean {
    return !this.#session.closed && !this.#session.destroyed;
  }

  /** Like `sendOverHttp1`; `undefined` if the server did not accept the request, so that it can be sent again. */
  async send(request: HttpRequest): Promise<HttpResponse | undefined> {
    const { signal } = request;
    if (signal?.aborted) throw signal.reason;
    const silence = Math.abs(Date.now() - this.#lastHeard);
    if (this.usable && silence >= idleTime) {
      const proof = this.#prove();
      if (silence >= longSilence) await (signal ? raceAbort(proof, signal) : proof);
    }
    return this.usable ? this.#exchange(request) : undefined;
  }

  #exchange(request: HttpRequest): Promise<HttpResponse | undefined> {
    const { url, method, headers, body, signal } = request;
    return new Promise((resolve, reject) => {
      const stream = this.#session.request(
        {
          ':method': method,
          ':scheme': 'https',
          ':authority': url.host,
          ':path': url.pathname + url.search,
          ...allowed(headers),
        },
        { endStream: body === undefined },
      );
      this.#began();
      const abort = (): void => {
        stream.close(NGHTTP2_CANCEL);
        stream.destroy(signal?.reason as Error);
      };
      signal?.addEventListener('abort', abort);
      let answered = false;
      stream.once('response', (received) => {
        answered = true;
        this.#heard();
        const status = received[':status'] ?? 0;
        const rawHeaders = rawHeadersOf(received);
        const remoteAddress = this.#remoteAddress;
        const mediaType = mediaTypeIn(rawHeaders);
        resolve({
          status,
          rawHeaders,
          mediaType,
          body: stream,
          version: '2',
          remoteAddress,
          signal,
        });
      });
      // A stream that the server broke off does not end by itself.
      stream.once('aborted', () => stream.destroy(cutOff(new Error('aborted'))));
      stream.on('error', (error) => {
        if (answered) return;
        if (signal?.aborted) reject(signal.reason);
        else if (stream.rstCode === NGHTTP2_REFUSED_STREAM) resolve(undefined);
        else reject(stream.id === undefined ? unreachable(request, error) : cutOff(error));
      });
      stream.once('close', () => {
        signal?.removeEventListener('abort', abort);
        this.#ended();
        if (!answered) reject(cutOff(new Error('closed')));
      });
      if (body !== undefined) stream.end(body);
    });
  }

  /** Pings the connection, and ends it if nothing comes. */
  #prove(): Promise<void> {
    this.#proof ??= this.#ping().finally(() => (this.#proof = undefined));
    return this.#proof;
  }

  #ping(): Promise<void> {
    return new Promise((resolve) => {
      // The socket emits no `data`, because the session reads its handle.
      const { bytesRead } = this.socket;
      const judge = (): void => {
        if (this.socket.bytesRead === bytesRead) this.#session.destroy(new Error('silent'));
        else this.#heard();
        resolve();
      };
      // The process may have stood still, so what has come by now is read first.
      const late = setTimeout(() => setImmediate(judge), proofTime);
      // Called also where it was not sent, and at the end of the session.
      this.#session.ping((error) => {
        clearTimeout(late);
        if (!error) this.#heard();
        resolve();
      });
    });
  }

  #heard(): void {
    this.#lastHeard = Date.now();
  }

  #began(): void {
    this.#open += 1;
    clearTimeout(this.#idle);
  }

  #ended(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#session.close(), idleTime).unref();
  }
}

function allowed(headers: HttpRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofHttp1.includes(name)));
}

function rawHeadersOf(received: IncomingHttpHeaders): string[] {
  const entries = Object.entries(received).filter(([name]) => !name.startsWith(':'));
  return entries.flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, one]));
}
