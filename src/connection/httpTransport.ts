import {
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/client';
import { UserError } from '../base/errors';
import { within } from '../base/within';
import type { ResolvedHttp } from '../contract/launch';
import { endpointOf } from './endpoint';
import { answerLocally, type HostTransport } from './hostTransport';
import { fetchOver, refusing } from './nodeFetch';
import { publicUrl, retryAfterOf } from './requestErrors';

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

/** How long the server may take for what is on its way when we leave, in milliseconds. */
const farewellTime = 1_000;

/** Streamable HTTP that gives up a request whose answer can no longer come, and ends its session. */
export class HttpTransport extends StreamableHTTPClientTransport implements HostTransport {
  readonly url: string;
  /** Aborting closes the stream that the answer was to come by. */
  readonly #unanswered = new Map<RequestId, AbortController>();
  /** What is on its way and may still be refused. */
  readonly #sending = new Set<Promise<void>>();
  #forsaken = false;
  #started: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  constructor(launch: ResolvedHttp) {
    const { url, socketPath } = endpointOf(launch.url);
    super(url, {
      fetch: refusing(fetchOver(socketPath), asksToWait),
      requestInit: { headers: launch.headers },
      // The stream for what the server says unasked is wanted as long as the session lasts.
      reconnectionOptions: {
        initialReconnectionDelay: 1_000,
        maxReconnectionDelay: 30_000,
        reconnectionDelayGrowFactor: 1.5,
        maxRetries: Infinity,
      },
      reconnectionScheduler: (reconnect, delay) => {
        const timer = setTimeout(reconnect, delay).unref();
        return () => clearTimeout(timer);
      },
    });
    this.url = publicUrl(launch.url);
    this.onmessage = (message) => {
      if ('id' in message && !('method' in message) && message.id !== undefined) {
        this.#unanswered.delete(message.id);
      }
    };
  }

  override start(): Promise<void> {
    this.#started ??= super.start();
    return this.#started;
  }

  override async send(
    message: JSONRPCMessage | JSONRPCMessage[],
    options?: SendOptions,
  ): Promise<void> {
    const messages = Array.isArray(message) ? message : [message];
    const ids = messages.flatMap((one) => ('method' in one && 'id' in one ? [one.id] : []));
    const unwanted = new AbortController();
    for (const id of ids) this.#unanswered.set(id, unwanted);
    const sending = super.send(message, {
      ...options,
      onRequestStreamEnd: () => this.#giveUp(ids),
      ...(ids.length > 0 && { requestSignal: unwanted.signal }),
    });
    this.#sending.add(sending);
    try {
      await sending;
    } catch (error) {
      for (const id of ids) this.#unanswered.delete(id);
      throw error;
    } finally {
      this.#sending.delete(sending);
      for (const one of messages) this.#leave(one);
    }
  }

  async forsake(): Promise<void> {
    this.#forsaken = true;
    await within(farewellTime, Promise.allSettled(this.#sending));
  }

  override close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  #giveUp(ids: readonly RequestId[]): void {
    for (const id of ids) {
      if (!this.#unanswered.delete(id)) continue;
      this.onmessage?.(answerLocally(id, new UserError('connectionClosed')));
    }
  }

  /** A server that was told of a cancelled request need not answer it, and may leave its stream open. */
  #leave(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const id = message.params?.['requestId'] as RequestId;
    this.#unanswered.get(id)?.abort();
    this.#unanswered.delete(id);
  }

  async #close(): Promise<void> {
    if (!this.#forsaken) await within(farewellTime, this.terminateSession());
    await super.close();
  }
}

/** Too many requests, and a service that is not there for a while. */
const passingStatuses: readonly number[] = [429, 503];

/** The SDK does not tell how long a refusal asks to wait. */
function asksToWait({ status, headers }: Response): boolean {
  return passingStatuses.includes(status) && retryAfterOf(headers) !== undefined;
}
