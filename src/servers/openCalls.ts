import { signal, type ReadonlySignal } from '@preact/signals-core';
import { Emitter, type Event } from '../base/emitter';
import { UserError } from '../base/errors';
import { raceAbort } from '../base/abort';
import type { Connection, RequestOptions } from '../connection/connection';
import type { AnswerQuestion, Question } from '../ipc/questions';
import type { McpObject } from '../ipc/state';
import type { ServerClient } from './serverClients';

/** What the clients of a server may do with its connection, which is not theirs to close. */
export interface SharedConnection extends Pick<Connection, 'handshake' | 'readCatalog' | 'notify'> {
  request(method: string, params: McpObject, options?: RequestOptions): Promise<McpObject>;
}

/** What the owner of a server's connections knows of calls that a connection did not answer. */
export interface CallOwner {
  /** The connection in the place of one that was lost; absent where there is none. */
  successor(lost: Connection): Promise<Connection | undefined>;
  /** The failure as the client who calls the server by this name gets it. */
  explain(failure: UserError, server: string): UserError;
  /** The server gave this result. */
  answered(method: string, params: McpObject, result: McpObject): void;
  /** A question that the client of a call is to answer. */
  asked(question: Question): void;
}

/** The requests of all clients that a server has not answered yet. */
export class OpenCalls {
  readonly #idleSince = signal<number | undefined>(Date.now());
  readonly #busy = new Emitter<void>();
  readonly #waiting = new Set<() => void>();
  /** How many are open of each user; those of the gateway's clients are of none. */
  readonly #ofUsers = new Map<ServerClient | undefined, number>();
  readonly #notedAnswers = new WeakMap<AnswerQuestion, AnswerQuestion>();
  #count = 0;
  #busySince = 0;

  /** Fired with the first of the calls that are open together. */
  readonly onBusy: Event<void> = this.#busy.event;

  constructor(private readonly owner: CallOwner) {}

  get count(): number {
    return this.#count;
  }

  /** The user who itself made all that are open; absent where there is none such. */
  get caller(): ServerClient | undefined {
    const [caller] = this.#ofUsers.keys();
    return this.#ofUsers.size === 1 ? caller : undefined;
  }

  /** Since when one or another was open all the time, by `performance.now()`. */
  get busySince(): number | undefined {
    return this.#count > 0 ? this.#busySince : undefined;
  }

  /** Since when none is open, in epoch milliseconds; absent while one is. */
  get idleSince(): ReadonlySignal<number | undefined> {
    return this.#idleSince;
  }

  /**
   * The connection as a user gets it who calls the server by this name: every request over it counts
   * until it has its answer, and one that the server did not take, because it had lost the session, is
   * sent once more over the next connection.
   */
  over(connection: Connection, server: string, user: ServerClient): SharedConnection {
    return {
      handshake: connection.handshake,
      readCatalog: (options) => connection.readCatalog(options),
      request: (method, params, options = {}) =>
        this.#during(options.client ? undefined : user, () =>
          this.#request(connection, server, { method, params, options }),
        ),
      notify: (method, params) => connection.notify(method, params),
    };
  }

  /** Resolves as soon as none is open. */
  finished(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => void this.#waiting.add(resolve));
  }

  async #request(connection: Connection, server: string, call: Call): Promise<McpObject> {
    try {
      const result = await this.#send(connection, call).catch(async (error: unknown) => {
        if (!(error instanceof UserError) || error.code !== 'sessionLost') throw error;
        const renewal = this.owner.successor(connection);
        const { signal: aborted } = call.options;
        const successor = await (aborted ? raceAbort(renewal, aborted) : renewal);
        if (!successor) throw error;
        await call.options.mayRepeat?.();
        return this.#send(successor, call);
      });
      this.owner.answered(call.method, call.params, result);
      return result;
    } catch (error) {
      throw error instanceof UserError ? this.owner.explain(error, server) : error;
    }
  }

  #send(connection: Connection, { method, params, options }: Call): Promise<McpObject> {
    const { answer } = options;
    const noted = answer && { ...options, answer: this.#noted(answer) };
    return connection.request(method, params, noted ?? options);
  }

  /** The same for the same, as it says whose request it is. */
  #noted(answer: AnswerQuestion): AnswerQuestion {
    const noted: AnswerQuestion =
      this.#notedAnswers.get(answer) ??
      ((question, signal) => {
        this.owner.asked(question);
        return answer(question, signal);
      });
    this.#notedAnswers.set(answer, noted);
    return noted;
  }

  async #during<T>(user: ServerClient | undefined, call: () => Promise<T>): Promise<T> {
    this.#count += 1;
    this.#ofUsers.set(user, (this.#ofUsers.get(user) ?? 0) + 1);
    if (this.#count === 1) {
      this.#busySince = performance.now();
      this.#idleSince.value = undefined;
      this.#busy.fire();
    }
    try {
      return await call();
    } finally {
      this.#count -= 1;
      this.#leave(user);
      if (this.#count === 0) this.#finish();
    }
  }

  #leave(user: ServerClient | undefined): void {
    const others = (this.#ofUsers.get(user) ?? 0) - 1;
    if (others > 0) this.#ofUsers.set(user, others);
    else this.#ofUsers.delete(user);
  }

  #finish(): void {
    this.#idleSince.value = Date.now();
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** One request of a client. */
interface Call {
  readonly method: string;
  readonly params: McpObject;
  readonly options: RequestOptions;
}
