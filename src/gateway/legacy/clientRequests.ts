import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import {
  rootsIn,
  serverRequestRefused,
  type ServerRequest,
  type AnswerServerRequest,
  type Root,
} from '../../ipc/serverRequest';
import type { McpObject } from '../../ipc/state';
import { notificationMessage, requestMessage, type PostedAnswer } from '../messages';

interface PendingRequest {
  /** The stream that it was sent over last. */
  over?: object;
  send(): void;
  readonly resolve: (result: McpObject) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests to a client that it has not answered yet. */
export class PendingRequests implements Disposable {
  readonly #open = new Map<string | number, PendingRequest>();

  /**
   * Sends a server's request to the client and returns the result. Aborting cancels it at the client. `send` returns
   * the stream that it used; `undefined` where none is open.
   * @throws UserError `questionRefused` with the error that the client answered.
   */
  request(
    { method, params }: ServerRequest,
    send: (message: string) => object | undefined,
    signal: AbortSignal,
  ): Promise<McpObject> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const requestId = randomUUID();
      const withdraw = (): void => {
        send(notificationMessage('notifications/cancelled', { requestId }));
        settle();
        reject(signal.reason);
      };
      const settle = (): void => {
        this.#open.delete(requestId);
        signal.removeEventListener('abort', withdraw);
      };
      const fail = (error: unknown): void => (settle(), reject(error));
      const waiting: PendingRequest = {
        send: () => {
          const over = send(requestMessage(requestId, method, params));
          if (over) waiting.over = over;
          else fail(gone());
        },
        resolve: (result) => (settle(), resolve(result)),
        reject: fail,
      };
      signal.addEventListener('abort', withdraw);
      this.#open.set(requestId, waiting);
      waiting.send();
    });
  }

  /** Sends the requests of a closed stream once more, over the stream in its place. Without one they fail. */
  repeat(over: object): void {
    for (const waiting of this.#open.values()) {
      if (waiting.over === over) waiting.send();
    }
  }

  /** Has the requests that went over one response wait for the end of another, because they may be of an open call. */
  handOver(complete: object, to: () => object | undefined): void {
    for (const waiting of this.#open.values()) {
      if (waiting.over === complete) waiting.over = to() ?? complete;
    }
  }

  /** Resolves the request that an answer belongs to, if it is pending. */
  take(answer: PostedAnswer): void {
    const waiting = this.#open.get(answer.id ?? '');
    if (!waiting) return;
    if ('result' in answer) return waiting.resolve(answer.result);
    const { code, message } = answer.error;
    waiting.reject(new UserError('questionRefused', { code, message }, { cause: answer.error }));
  }

  /** The client is gone. */
  dispose(): void {
    for (const { reject } of this.#open.values()) reject(gone());
  }
}

function gone(): UserError {
  return serverRequestRefused('methodNotFound', 'The client is gone');
}

/** The roots of a client that has notified of a change. They are read as soon as the client can be reached. */
export class ClientRoots implements Disposable {
  #isStale = false;
  #reading = new AbortController();

  constructor(
    private readonly request: AnswerServerRequest,
    private readonly report: (roots: readonly Root[]) => void,
  ) {}

  /** The client has sent notice of a change. */
  change(): void {
    this.#isStale = true;
    this.refresh();
  }

  /** Reads the roots where they have changed since they were read. */
  refresh(): void {
    if (!this.#isStale) return;
    this.dispose();
    this.#reading = new AbortController();
    // A client that cannot be reached, or refuses, is asked again with its next stream.
    this.#read(this.#reading.signal).catch(() => undefined);
  }

  dispose(): void {
    this.#reading.abort();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const answer = await this.request({ method: 'roots/list', params: {} }, signal);
    if (signal.aborted) return;
    this.#isStale = false;
    this.report(rootsIn(answer));
  }
}
