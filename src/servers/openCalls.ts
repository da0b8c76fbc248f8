import { signal, type ReadonlySignal } from '@preact/signals-core';
import { raceAbort } from '../base/abort';
import { Emitter, type Event } from '../base/emitter';
import { EndOfTurn } from '../base/endOfTurn';
import { hasCode, UserError } from '../base/errors';
import type { Connection, RequestOptions } from '../connection/connection';
import type { AnswerServerRequest, ServerRequest } from '../ipc/serverRequest';
import type { McpObject } from '../ipc/state';
import type { ServerClient } from './serverClients';

/** The part of a server's connection that its clients may use: it is not theirs to close. */
export type SharedConnection = Pick<Connection, 'handshake' | 'readCatalog' | 'notify' | 'request'>;

/** A notification of a server, as it came. */
export interface ServerNotification {
  readonly method: string;
  readonly params: McpObject;
}

/** The supervisor's part in calls: it owns the connections of the server. */
export interface CallOwner {
  /** The connection in the place of one that was lost; absent where there is none. */
  successor(lost: Connection): Promise<Connection | undefined>;
  /** The failure as a client gets it that calls the server by this name. */
  explain(failure: UserError, server: string): UserError;
  /** The server gave this result, which the caller gets once this resolves; `undefined`: at once. */
  answered(method: string, params: McpObject, result: McpObject): Promise<void> | undefined;
  /** The server put a request that the client of a call is to answer. */
  requested(question: ServerRequest): void;
}

/** One request of a client. */
interface Call {
  readonly method: string;
  readonly params: McpObject;
  readonly options: RequestOptions;
  /** See `RequestOptions`. */
  readonly client: object;
}

/**
 * The open requests of all clients of a server. Every call passes here, so that the gateway and the generic tools
 * behave alike. A call that the server refused because it lost the session is sent once more over the successor. All
 * others fail with the reason for the end of the connection.
 */
export class OpenCalls {
  readonly #idleSince = signal<number | undefined>(Date.now());
  readonly #busy = new Emitter<void>();
  readonly #waiting = new Set<() => void>();
  /** The number of open calls of each client; calls of the gateway's clients are under `undefined`. */
  readonly #byClient = new Map<ServerClient | undefined, number>();
  readonly #ended = new EndOfTurn();
  #count = 0;
  #busySince = 0;

  /** Fired with the first of the calls that are open together. */
  readonly onBusy: Event<void> = this.#busy.event;

  constructor(private readonly owner: CallOwner) {}

  get count(): number {
    return this.#count;
  }

  /** The client that made all open calls itself; absent where there are several, or none. */
  get caller(): ServerClient | undefined {
    const [caller] = this.#byClient.keys();
    return this.#byClient.size === 1 ? caller : undefined;
  }

  /** The time since when at least one call has been open, by `performance.now()`. */
  get busySince(): number | undefined {
    return this.#count > 0 ? this.#busySince : undefined;
  }

  /** The time since when no call is open, in epoch milliseconds; absent while one is, and in the turn of its end. */
  get idleSince(): ReadonlySignal<number | undefined> {
    return this.#idleSince;
  }

  /**
   * The connection for a client that calls the server by this name. Every request over it counts until it has its
   * answer.
   */
  over(connection: Connection, server: string, client: ServerClient): SharedConnection {
    return {
      handshake: connection.handshake,
      readCatalog: (options) => connection.readCatalog(options),
      request: (method, params, options = {}) =>
        this.#during(options.client ? undefined : client, () =>
          this.#request(connection, server, {
            method,
            params,
            options,
            client: options.client ?? client,
          }),
        ),
      notify: (method, params) => connection.notify(method, params),
    };
  }

  /** Resolves as soon as no call is open. */
  finished(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => void this.#waiting.add(resolve));
  }

  async #request(connection: Connection, server: string, call: Call): Promise<McpObject> {
    try {
      const result = await this.#sent(connection, call);
      const checked = this.owner.answered(call.method, call.params, result);
      if (checked) await checked;
      return result;
    } catch (error) {
      throw error instanceof UserError ? this.owner.explain(error, server) : error;
    }
  }

  /** Sends a request, and once more where the session was lost before the server accepted it. */
  async #sent(connection: Connection, call: Call): Promise<McpObject> {
    try {
      return await this.#send(connection, call);
    } catch (error) {
      if (!hasCode(error, 'sessionLost')) throw error;
      const renewal = this.owner.successor(connection);
      const { signal: aborted } = call.options;
      const successor = await (aborted ? raceAbort(renewal, aborted) : renewal);
      if (!successor) throw error;
      await call.options.mayRepeat?.();
      return this.#send(successor, call);
    }
  }

  #send(connection: Connection, { method, params, options, client }: Call): Promise<McpObject> {
    const { answer } = options;
    if (!answer) return connection.request(method, params, options);
    const noted: AnswerServerRequest = (question, signal) => {
      this.owner.requested(question);
      return answer(question, signal);
    };
    return connection.request(method, params, { ...options, client, answer: noted });
  }

  async #during<T>(client: ServerClient | undefined, call: () => Promise<T>): Promise<T> {
    this.#count += 1;
    this.#byClient.set(client, (this.#byClient.get(client) ?? 0) + 1);
    const isFirst = this.#count === 1;
    if (isFirst) this.#busySince = performance.now();
    try {
      const result = call();
      // Mostly the request has gone by now.
      if (isFirst) this.#begin();
      return await result;
    } finally {
      this.#count -= 1;
      const others = (this.#byClient.get(client) ?? 0) - 1;
      if (others > 0) this.#byClient.set(client, others);
      else this.#byClient.delete(client);
      if (this.#count === 0) this.#finish();
    }
  }

  #begin(): void {
    this.#idleSince.value = undefined;
    this.#busy.fire();
  }

  #finish(): void {
    // The answer goes first, and mostly the next call comes.
    this.#ended.add(() => {
      if (this.#count === 0) this.#idleSince.value = Date.now();
    });
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
