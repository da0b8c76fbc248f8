import http2, { type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import { idleTime } from './http1';
import { cutOff, unreachable, type HttpRequest } from './httpRequest';
import { mediaTypeIn, type HttpResponse } from './httpResponse';

/** Flow-control window in bytes: the default of 64 KB makes long distances slow. */
const windowSize = 8 * 1024 * 1024;
/** Limit for the answer to a ping after a silence, in milliseconds. */
const proofTime = 5_000;

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM } = http2.constants;
/** Headers that HTTP/2 forbids (RFC 9113, 8.2.2). */
const ofHttp1: readonly string[] = ['host', 'connection', 'keep-alive', 'transfer-encoding'];

/** An HTTP/2 connection, shared by all requests to an origin. */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  #open = 0;
  #idle: NodeJS.Timeout | undefined;
  /** The time of the last response or answered ping. */
  #lastHeard = performance.now();
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
  send(request: HttpRequest, name: () => string): Promise<HttpResponse | undefined> {
    const { url, method, headers, body, signal } = request;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (!this.usable) return resolve(undefined);
      this.#prove();
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
        else reject(stream.id === undefined ? unreachable(name(), error) : cutOff(error));
      });
      stream.once('close', () => {
        signal?.removeEventListener('abort', abort);
        this.#ended();
        if (!answered) reject(cutOff(new Error('closed')));
      });
      if (body !== undefined) stream.end(body);
    });
  }

  /** Pings a connection after a silence, because the machine may have slept. */
  #prove(): void {
    if (this.#open === 0 || performance.now() - this.#lastHeard < idleTime) return;
    // The socket emits no `data`, because the session reads its handle.
    const { bytesRead } = this.socket;
    const judge = (): void => {
      if (this.socket.bytesRead === bytesRead) this.#session.destroy(new Error('silent'));
    };
    // The process may have stood still, so what has come by now is read first.
    const late = setTimeout(() => setImmediate(judge), proofTime);
    const isSent = this.#session.ping((error) => {
      clearTimeout(late);
      if (!error) this.#heard();
    });
    if (!isSent) clearTimeout(late);
  }

  #heard(): void {
    this.#lastHeard = performance.now();
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
