import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Abortable } from '../../../base/abort';
import { EndOfTurn } from '../../../base/endOfTurn';
import { UserError } from '../../../base/errors';
import { cutOff, unreachable, type HttpRequest } from './httpRequest';
import { headerOf, mediaTypeIn, type HttpResponse } from './httpResponse';

/** Milliseconds after which an idle connection is closed, sooner than servers usually do. */
export const idleTime = 4_000;
/** Milliseconds that a request may take to a server that is about to close an idle connection. */
const onTheWay = 1_000;

const cutOffCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

/**
 * The reusable connections to one origin, possibly through a proxy. It closes idle ones itself, because the time limit
 * of Node's agent costs several microseconds for each request, and a machine that was suspended misses it.
 */
export class Http1Agent extends http.Agent {
  #spare: Socket | undefined;
  /** The idle connections, the longest idle first, and the epoch milliseconds since when they are. */
  readonly #idle = new Map<Duplex, number>();
  #sweep: NodeJS.Timeout | undefined;
  /** What the server said last of how long it keeps idle connections, and the least milliseconds that it ever did. */
  #hint: string | undefined;
  #kept = Infinity;
  /** Requests that have no response yet. */
  #open = 0;
  readonly #together = new EndOfTurn();

  constructor(
    private readonly dial: () => Promise<Socket>,
    private readonly mostIdle = idleTime,
  ) {
    super({ keepAlive: true });
  }

  /** Notes a request before it is sent off. What this returns notes that it has a response, or has ended. */
  begin(): () => void {
    let isOpen = true;
    this.#open += 1;
    return () => {
      if (isOpen) this.#open -= 1;
      isOpen = false;
    };
  }

  /**
   * Sends a request off: at once where it is the only one, otherwise together with the others of this turn of the event
   * loop. They wake a server without work once, which takes far longer than to write a request.
   */
  sendOff(outgoing: ClientRequest, body: string | undefined): void {
    const send = (): void => {
      if (outgoing.destroyed) return;
      try {
        outgoing.end(body);
      } catch (error) {
        // Some headers are refused only now.
        outgoing.destroy(error as Error);
      }
    };
    if (this.#open === 1) send();
    else this.#together.add(send);
  }

  /** Heeds how long the server keeps idle connections, where a response says so. */
  heed(response: IncomingMessage): void {
    const hint = headerOf(response, 'keep-alive');
    if (hint === undefined || hint === this.#hint) return;
    this.#hint = hint;
    const [, seconds = Infinity] = /\btimeout=(\d+)/i.exec(hint) ?? [];
    this.#kept = Math.min(this.#kept, Number(seconds) * 1_000);
  }

  /** Closes connections that were idle for too long. */
  dropStale(): void {
    const now = Date.now();
    for (const [socket, since] of this.#idle) {
      // A clock that was set back tells nothing.
      if (since <= now && now - since < this.#mostIdle()) break;
      this.#idle.delete(socket);
      socket.destroy();
    }
  }

  /** Keeps a connection for the next request; false where it is to be closed. */
  override keepSocketAlive(socket: Duplex): boolean {
    const time = this.#mostIdle();
    if (time <= 0) return false;
    (socket as Socket).unref();
    this.#idle.set(socket, Date.now());
    if (!this.#sweep) this.#sweepIn(time);
    return true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    this.#idle.delete(socket);
    super.reuseSocket(socket, request);
  }

  #mostIdle(): number {
    return Math.min(this.mostIdle, this.#kept - onTheWay);
  }

  #sweepIn(milliseconds: number): void {
    this.#sweep = setTimeout(() => this.#sweepUp(), milliseconds).unref();
  }

  #sweepUp(): void {
    this.#sweep = undefined;
    this.dropStale();
    const [first] = this.#idle.values();
    if (first !== undefined) this.#sweepIn(first + this.#mostIdle() - Date.now());
  }

  /** Offers an open connection to the next request; its own request may have been aborted. */
  give(socket: Socket): void {
    this.#spare = socket;
    const release = (): void => {
      if (this.#spare !== socket) return;
      this.#spare = undefined;
      socket.destroy();
    };
    setTimeout(release, idleTime).unref();
  }

  override createConnection(
    _options: object,
    settle?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    const socket = spare && !spare.destroyed ? Promise.resolve(spare) : this.dial();
    socket.then(
      (opened) => settle?.(null, opened),
      // The types want a socket beside an error.
      (error: unknown) => (settle as ((error: unknown) => void) | undefined)?.(error),
    );
  }
}

export interface Http1Options {
  readonly agent: Http1Agent;
  /** The target in the request line. */
  readonly path: string;
}

/**
 * Sends a request over HTTP/1.1, without a time limit for the response.
 * @throws UserError `unreachable` where the request was not sent, `connectionClosed` where its response did not come;
 * the signal's reason where it was aborted.
 */
export function sendOverHttp1(request: HttpRequest, options: Http1Options): Promise<HttpResponse> {
  const { url, method, headers, body, signal } = request;
  const { agent, path } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    agent.dropStale();
    const outgoing = http.request({ agent, method, path, headers: { ...headers, host: url.host } });
    const settled = agent.begin();
    const abort = (): void => {
      outgoing.destroy();
      // It emits its end only if it has a connection.
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort);
    outgoing.once('close', () => {
      signal?.removeEventListener('abort', abort);
      settled();
    });
    let isAnswered = false;
    outgoing.once('response', (message) => {
      isAnswered = true;
      settled();
      agent.heed(message);
      resolve(responseOf(message, signal));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The answer was made before all of the request was read.
      if (isAnswered) return;
      if (signal?.aborted) return reject(signal.reason);
      if (wasSent(outgoing)) return reject(isGarbled(error) ? notHttp(error) : cutOff(error));
      // The server closed a reused connection before it got the request.
      const isStale = outgoing.reusedSocket && cutOffCodes.includes(error.code);
      if (isStale) return resolve(sendOverHttp1(request, options));
      reject(unreachable(request, error));
    });
    agent.sendOff(outgoing, body);
  });
}

/** True for an answer that Node's parser refuses. */
function isGarbled({ code = '' }: NodeJS.ErrnoException): boolean {
  return code.startsWith('HPE_');
}

function notHttp(cause: Error): UserError {
  return new UserError('protocolError', { message: cause.message }, { cause });
}

/** True if the server may have received the whole request, so that it must not be sent again. */
function wasSent(outgoing: ClientRequest): boolean {
  return outgoing.writableFinished;
}

function responseOf(message: IncomingMessage, signal: Abortable | undefined): HttpResponse {
  const { statusCode: status = 0, rawHeaders, socket, httpVersion: version } = message;
  const remoteAddress = socket.remoteAddress ?? '';
  const mediaType = mediaTypeIn(rawHeaders);
  return { status, rawHeaders, mediaType, body: message, version, remoteAddress, signal };
}
