import { type Duplex, duplexPair } from 'node:stream';
import {
  CancellationTokenSource,
  ResponseError,
  type CancellationToken,
  type MessageConnection,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type * as z from 'zod/mini';
import { raceAbort } from '../base/abort';
import { DisposableStore, type Disposable } from '../base/disposable';
import { reasonOf, UserError } from '../base/errors';
import type { EventDefinition, RequestDefinition } from './requestDefinition';
import { reasonSchema } from './state';

/** JSON-RPC error code for a failure that carries a `Reason` as its data. */
const reasonErrorCode = 1;

/** A registration on a closed channel. */
const nothingToRelease: Disposable = { dispose: () => undefined };

/** Answers a request; a handler without a result need not return `null`. */
type Handler<P extends z.ZodMiniType, R extends z.ZodMiniType> = (
  params: z.output<P>,
  signal: AbortSignal,
) => Promise<null extends z.input<R> ? z.input<R> | void : z.input<R>>;

type AnyRequest = RequestDefinition<z.ZodMiniType, z.ZodMiniType>;
type AnyHandler = Handler<z.ZodMiniType, z.ZodMiniType>;

/** A handler for each request of a table. */
export type Handlers<T extends Readonly<Record<string, AnyRequest>>> = {
  readonly [N in keyof T]: Handler<T[N]['params'], T[N]['result']>;
};

/**
 * One end of the contract: requests and events whose incoming content is checked against its schema. Failures cross as
 * reasons; cancelling a request crosses as cancellation.
 */
export class Channel implements Disposable {
  /** One for each request of the other side that is being handled. */
  readonly #handling = new Set<AbortController>();

  constructor(
    private readonly connection: MessageConnection,
    private readonly stream: Duplex,
  ) {
    // Open requests fail, because no answer comes.
    this.onClose(() => this.dispose());
  }

  /** Calls `listener` once the stream is closed, whichever side did that and also where it already is. */
  onClose(listener: () => void): Disposable {
    if (this.stream.closed) queueMicrotask(listener);
    this.stream.once('close', listener);
    return { dispose: () => void this.stream.off('close', listener) };
  }

  /** Takes messages from now on; handlers are to be there by then. */
  listen(): void {
    if (!this.stream.closed) this.connection.listen();
  }

  /** Rejects as soon as the signal aborts. @throws UserError with the other side's reason. */
  async send<P extends z.ZodMiniType, R extends z.ZodMiniType>(
    definition: RequestDefinition<P, R>,
    params: z.input<P>,
    signal?: AbortSignal,
  ): Promise<z.output<R>> {
    signal?.throwIfAborted();
    const source = new CancellationTokenSource();
    const abort = (): void => source.cancel();
    signal?.addEventListener('abort', abort);
    let raw: unknown;
    try {
      const answer = this.connection.sendRequest(definition.method, params, source.token);
      raw = await (signal ? raceAbort(answer, signal) : answer);
    } catch (error) {
      signal?.throwIfAborted();
      throw toUserError(error);
    } finally {
      signal?.removeEventListener('abort', abort);
      source.dispose();
    }
    return definition.result.parse(raw);
  }

  /** Answers a kind of request; the signal aborts when it is cancelled or nobody waits any more. */
  handle<P extends z.ZodMiniType, R extends z.ZodMiniType>(
    definition: RequestDefinition<P, R>,
    handler: Handler<P, R>,
  ): Disposable {
    if (this.stream.closed) return nothingToRelease;
    return this.connection.onRequest(
      definition.method,
      async (raw: unknown, token: CancellationToken): Promise<unknown> => {
        const abort = new AbortController();
        this.#handling.add(abort);
        const subscription = token.onCancellationRequested(() => abort.abort());
        try {
          return (await handler(definition.params.parse(raw), abort.signal)) ?? null;
        } catch (error) {
          return new ResponseError(reasonErrorCode, String(error), reasonOf(error));
        } finally {
          subscription.dispose();
          this.#handling.delete(abort);
        }
      },
    );
  }

  /** Answers every request of a table. */
  serve<T extends Readonly<Record<string, AnyRequest>>>(
    table: T,
    handlers: Handlers<T>,
  ): Disposable {
    const store = new DisposableStore();
    for (const [name, definition] of Object.entries(table)) {
      store.add(this.handle(definition, handlers[name] as AnyHandler));
    }
    return store;
  }

  /**
   * Notifies without an answer; a channel that is closed swallows it. Resolves once the stream has taken
   * it, which waits for a side that reads slowly; never rejects.
   */
  async notify<P extends z.ZodMiniType>(
    definition: EventDefinition<P>,
    params: z.input<P>,
  ): Promise<void> {
    try {
      await this.connection.sendNotification(definition.method, params);
    } catch {
      // Nobody is there to be notified.
    }
  }

  /** Listens to a kind of event. */
  on<P extends z.ZodMiniType>(
    definition: EventDefinition<P>,
    listener: (params: z.output<P>) => void,
  ): Disposable {
    if (this.stream.closed) return nothingToRelease;
    return this.connection.onNotification(definition.method, (raw: unknown) =>
      listener(definition.params.parse(raw)),
    );
  }

  /**
   * Ends the stream after all that is written, so that the other side notices. Requests that are being handled for it
   * are cancelled.
   */
  dispose(): void {
    for (const abort of this.#handling) abort.abort();
    this.connection.dispose();
    this.stream.resume().end();
  }
}

/** The failure as a UserError; one without a reason means that the other side is gone. */
function toUserError(error: unknown): UserError {
  const reason = reasonSchema.safeParse(error instanceof ResponseError ? error.data : undefined);
  return reason.success
    ? UserError.from(reason.data, { cause: error })
    : new UserError('hostGone', {}, { cause: error });
}

/** The contract over a byte stream: a socket, a pipe or one end of {@link memoryPair}. */
export function channelOver(stream: Duplex): Channel {
  const reader = new StreamMessageReader(stream);
  // Its timer for messages that come slowly outlives the stream, for ever.
  reader.partialMessageTimeout = 0;
  return new Channel(createMessageConnection(reader, new StreamMessageWriter(stream)), stream);
}

/** Two byte streams that are connected to each other, for a host in the same process. */
export function memoryPair(): [Duplex, Duplex] {
  return duplexPair({ allowHalfOpen: false });
}
