import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { cutOff, unreachable, type Answer, type Exchange } from './exchange';

/** An idle connection is closed before servers usually close it, in milliseconds. */
export const idleTime = 4_000;

const cutOffCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

/** The kept connections to one origin, which may lead through a proxy. */
export class Http1Agent extends http.Agent {
  #spare: Socket | undefined;
  /** Epoch milliseconds from which on a connection is idle. */
  readonly #idleSince = new WeakMap<object, number>();

  constructor(
    private readonly dial: () => Promise<Socket>,
    private readonly mostIdle = idleTime,
  ) {
    super({ keepAlive: true, timeout: mostIdle });
  }

  /**
   * Lets go of what has been idle for too long. A process that stood still, or a machine that slept, has
   * heard of no timer and of no connection that the other side closed meanwhile.
   */
  dropStale(): void {
    const latest = Date.now() - this.mostIdle;
    for (const socket of Object.values(this.freeSockets).flat()) {
      if ((this.#idleSince.get(socket ?? this) ?? 0) < latest) socket?.destroy();
    }
  }

  override keepSocketAlive(socket: Duplex): void {
    this.#idleSince.set(socket, Date.now());
    // It tells whether to keep it, which the types do not know.
    return super.keepSocketAlive(socket);
  }

  /** The next connection, which was opened already; whoever wanted it may have given up. */
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

/** How a request is written. */
export interface Http1Options {
  readonly agent: Http1Agent;
  /** What stands in the first line of the request. */
  readonly path: string;
  /** What the server is called in errors. */
  readonly name: string;
}

/**
 * Sends a request over HTTP/1.1. There is no limit on how long the answer may take.
 * @throws UserError `unreachable` where the request did not get there, `connectionClosed` where its answer
 * did not come; the signal's reason where it was aborted.
 */
export function sendOverHttp1(exchange: Exchange, options: Http1Options): Promise<Answer> {
  const { url, method, headers, body, signal } = exchange;
  const { agent, path, name } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    agent.dropStale();
    const request = http.request({ agent, method, path, headers: { ...headers, host: url.host } });
    const abort = (): void => {
      request.destroy();
      // It tells of its end only when it has a connection.
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', abort, { once: true });
    request.once('close', () => signal?.removeEventListener('abort', abort));
    request.once('response', (message) => resolve(answerOf(message)));
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      if (!cutOffCodes.includes(error.code)) return reject(unreachable(name, error));
      if (wasSent(request)) return reject(cutOff(error));
      // The server closed a kept connection, and has not got the request.
      if (request.reusedSocket) return resolve(sendOverHttp1(exchange, options));
      reject(unreachable(name, error));
    });
    request.end(body);
  });
}

/** Whether the server may have got the whole request. */
function wasSent(request: ClientRequest): boolean {
  return request.writableFinished;
}

function answerOf(message: IncomingMessage): Answer {
  const headers = new Headers();
  const raw = message.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  }
  const { statusCode: status = 0, socket } = message;
  return { status, headers, body: message, remoteAddress: socket.remoteAddress ?? '' };
}
