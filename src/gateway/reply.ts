import type { ServerResponse } from 'node:http';
import type { Posted } from './messages';
import { EventStream } from './eventStream';

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
