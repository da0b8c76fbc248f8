import { type ServerResponse, STATUS_CODES, type OutgoingHttpHeaders } from 'node:http';
import type { RequestId, RpcError } from '../protocol/jsonRpc';
import { rpcCodes } from '../protocol/rpcCodes';
import { type Posted, errorMessage } from './messages';

/** Refuses a request with a JSON-RPC error, as Streamable HTTP suggests. */
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

/** Characters from which on a body goes as bytes, because a text would be copied once more, behind the headers. */
const longBody = 4_096;

/** Milliseconds without an answer after which the response becomes a stream, whose heartbeat keeps it open. */
const streamAfter = 10_000;

/**
 * The response to one POST. It is 202 without requests, and plain JSON if all answers come before any notification. It
 * becomes an event stream with the first notification, or when it takes long.
 */
export class Reply {
  readonly #answers: string[] = [];
  readonly #isBatch: boolean;
  #missing: number;
  #status = 200;
  #stream: EventStream | undefined;
  #timer: NodeJS.Timeout | undefined;
  #gone: (() => void) | undefined;

  constructor(
    private readonly response: ServerResponse,
    { requests, isBatch }: Posted,
    private readonly canStream: boolean,
  ) {
    this.#isBatch = isBatch;
    this.#missing = requests.length;
    if (this.#missing === 0) response.writeHead(202).end();
    else if (canStream) this.#timer = setTimeout(() => this.#open(), streamAfter).unref();
    response.once('close', () => {
      clearTimeout(this.#timer);
      if (!response.writableFinished) this.#gone?.();
    });
  }

  /** Calls back when the client goes before it has all answers; there is one listener. */
  onGone(listener: () => void): void {
    this.#gone = listener;
  }

  /**
   * Sends a notification of one of the requests, unless the client reads too slowly. False where the response has ended.
   */
  notify(message: string): boolean {
    if (!this.#isOpen) return false;
    const stream = this.#open();
    if (!stream.isBehind) stream.send(message);
    return true;
  }

  /** Sends a message that must arrive. False where the response has ended. */
  send(message: string): boolean {
    if (!this.#isOpen) return false;
    this.#open().send(message);
    return true;
  }

  /**
   * Answers one of the requests; a cancelled one without a message. `status`: of the response, unless that is a stream
   * by now.
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
      for (const answer of this.#answers.splice(0)) this.#stream.send(answer);
    }
    return this.#stream;
  }

  #end(): void {
    clearTimeout(this.#timer);
    // Emptied, because an old object may keep them until the next full collection.
    const answers = this.#answers.splice(0);
    const [first] = answers;
    if (this.#stream || (first === undefined && this.canStream)) return this.#open().end();
    if (first === undefined) return void this.response.writeHead(202).end();
    const text = this.#isBatch ? `[${answers.join(',')}]` : first;
    const body = text.length < longBody ? text : Buffer.from(text);
    // With its length, it is one write together with the headers.
    const length = Buffer.byteLength(body);
    this.response
      .writeHead(this.#status, { 'Content-Type': 'application/json', 'Content-Length': length })
      .end(body);
  }
}

/** Milliseconds between comments on a quiet stream, because clients give up a silent body. */
const heartbeat = 15_000;
/** Bytes that may wait for a client that does not read, before its stream is cut. */
const maxUnread = 64 * 1024 * 1024;

/** Bytes that may wait before a client counts as slow; a burst of short messages is sooner sent than this. */
const maxBehind = 1024 * 1024;

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

  /** True while the client reads more slowly than the gateway writes. */
  get isBehind(): boolean {
    return this.response.writableLength > maxBehind;
  }

  onClose(listener: () => void): void {
    this.response.once('close', listener);
  }

  /** Sends a message; after the end it is dropped. */
  send(message: string): void {
    if (this.response.writableEnded) return;
    if (this.response.writableLength > maxUnread) this.response.destroy();
    else this.response.write(`event: message\ndata: ${message}\n\n`);
  }

  end(): void {
    clearInterval(this.#timer);
    this.response.end();
  }
}
