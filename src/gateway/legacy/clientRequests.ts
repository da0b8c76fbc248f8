import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import {
  questionRefused,
  type Question,
  type AnswerQuestion,
  type Root,
} from '../../ipc/serverRequests';
import type { McpObject } from '../../ipc/state';
import { notificationMessage, requestMessage, type PostedAnswer } from '../messages';
import { isObject } from '../../base/json';

interface Waiting {
  /** The stream that it went by. */
  readonly over: object | undefined;
  put(): void;
  readonly resolve: (result: McpObject) => void;
  readonly reject: (error: unknown) => void;
}

/** What one client was asked and has not answered yet. */
export class OpenQuestions implements Disposable {
  readonly #open = new Map<string | number, Waiting>();

  /**
   * Sends a question and gives the client's result. Aborting takes it back and tells the client so. `send`
   * says whether a message is on its way; `over`: by which stream.
   * @throws UserError `questionRefused` with the error that the client answered.
   */
  ask(
    { method, params }: Question,
    send: (message: string) => boolean,
    signal: AbortSignal,
    over?: object,
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
      const put = (): void => {
        if (!send(requestMessage(requestId, method, params))) fail(gone());
      };
      signal.addEventListener('abort', withdraw);
      this.#open.set(requestId, {
        over,
        put,
        resolve: (result) => (settle(), resolve(result)),
        reject: fail,
      });
      put();
    });
  }

  /** A stream broke: what went by it may be lost, and goes once more by what there is in its place. */
  repeat(over: object): void {
    for (const waiting of this.#open.values()) {
      if (waiting.over === over) waiting.put();
    }
  }

  /** Takes an answer; one that nobody waits for is left alone. */
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
  return questionRefused('methodNotFound', 'The client is gone');
}

/** The folders of a client that has told of a change: asked for at once, or when it can be asked. */
export class Folders implements Disposable {
  #isStale = false;
  #asking = new AbortController();

  constructor(
    private readonly ask: AnswerQuestion,
    private readonly tell: (roots: readonly Root[]) => void,
  ) {}

  /** The client has told that they are others now. */
  change(): void {
    this.#isStale = true;
    this.refresh();
  }

  /** Asks for what was not told yet. */
  refresh(): void {
    if (!this.#isStale) return;
    this.dispose();
    this.#asking = new AbortController();
    // Who cannot be asked now, or refuses, is asked again when it listens anew.
    this.#read(this.#asking.signal).catch(() => undefined);
  }

  dispose(): void {
    this.#asking.abort();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { roots } = await this.ask({ method: 'roots/list', params: {} }, signal);
    if (signal.aborted) return;
    this.#isStale = false;
    this.tell(Array.isArray(roots) ? roots.filter(isRoot) : []);
  }
}

function isRoot(value: unknown): value is Root {
  return isObject(value) && typeof value['uri'] === 'string';
}
