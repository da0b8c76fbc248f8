import { type ServerResponse, STATUS_CODES, type OutgoingHttpHeaders } from 'node:http';
import { rpcCodes, type RequestId, type RpcError } from '../protocol/jsonRpc';
import { type Posted, errorMessage } from './messages';

/** Answers a request that is not served, with a JSON-RPC error as Streamable HTTP suggests. */
export function refuse(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
  error: RpcError = { code: rpcCodes.refused, message: STATUS_CODES[status] ?? String(status) },
  id: RequestId | null = null,
): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(errorMessage(id, error));
}

/** Milliseconds without an answer after which the response starts as a stream, so that it lives. */
const patience = 10_000;

/**
 * The response to one POST: 202 where nothing in it wants an answer. Otherwise it is plain JSON where all answers are
 * there before anything else has to be told, and becomes an event stream with the first progress or when it takes
 * long.
 */
export class Reply {
  readonly #answers: string[] = [];
  #missing: number;
  #status = 200;
  #stream: EventStream | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly posted: Posted,
    private readonly canStream: boolean,
  ) {
    this.#missing = posted.requests.length;
    if (this.#missing === 0) response.writeHead(202).end();
    else if (canStream) this.#timer = setTimeout(() => this.#open(), patience).unref();
    response.once('close', () => clearTimeout(this.#timer));
  }

  /** Calls back when the client goes before it has all answers. */
  onGone(listener: () => void): void {
    this.response.once('close', () => {
      if (!this.response.writableFinished) listener();
    });
  }

  /**
   * A notification that belongs to one of the requests; a client that lags behind misses some. False where
   * none can be told here any more.
   */
  notify(message: string): boolean {
    if (!this.#isOpen) return false;
    const stream = this.#open();
    if (!stream.isBehind) stream.send(message);
    return true;
  }

  /** Sends what has to arrive. False where it cannot. */
  send(message: string): boolean {
    if (!this.#isOpen) return false;
    this.#open().send(message);
    return true;
  }

  /**
   * The answer to one of the requests; without a message when it was cancelled and gets none. `status`: of
   * the response, where that is no stream yet.
   */
  answer(message: string | undefined, status = 200): void {
    this.#missing -= 1;
    this.#status = status;
    if (message !== undefined) {
      if (this.#stream) this.#stream.send(message);
      else this.#answers.push(message);
    }
    if (this.#missing === 0) this.#end();
  }

  get #isOpen(): boolean {
    return this.canStream && this.#missing > 0 && !this.response.destroyed;
  }

  #open(): EventStream {
    clearTimeout(this.#timer);
    if (!this.#stream) {
      this.#stream = new EventStream(this.response);
      for (const answer of this.#answers) this.#stream.send(answer);
    }
    return this.#stream;
  }

  #end(): void {
    clearTimeout(this.#timer);
    const [first] = this.#answers;
    if (this.#stream || (first === undefined && this.canStream)) return this.#open().end();
    if (first === undefined) return void this.response.writeHead(202).end();
    const body = this.posted.isBatch ? `[${this.#answers.join(',')}]` : first;
    this.response.writeHead(this.#status, { 'Content-Type': 'application/json' }).end(body);
  }
}

/** Milliseconds between comments on a quiet stream: clients give up a body that is silent. */
const heartbeat = 15_000;
/** Bytes that may wait for a client that does not read; then its stream is cut. */
const mostUnread = 64 * 1024 * 1024;

/** A response that is a stream of server-sent events, each a JSON-RPC message. */
export class EventStream {
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly response: ServerResponse) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    this.#timer = setInterval(() => response.write(': still here\n\n'), heartbeat).unref();
    response.once('close', () => clearInterval(this.#timer));
  }

  /** Whether the client reads more slowly than it is written to. */
  get isBehind(): boolean {
    return this.response.writableNeedDrain;
  }

  onClose(listener: () => void): void {
    this.response.once('close', listener);
  }

  /** What comes after the end is lost. */
  send(message: string): void {
    if (this.response.writableEnded) return;
    if (this.response.writableLength > mostUnread) this.response.destroy();
    else this.response.write(`event: message\ndata: ${message}\n\n`);
  }

  end(): void {
    clearInterval(this.#timer);
    this.response.end();
  }
}
