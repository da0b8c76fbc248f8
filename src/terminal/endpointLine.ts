import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import { fetchFor } from '../connection/transports/http/fetchFor';
import { HttpTransport } from '../connection/transports/http/httpTransport';
import { serverError } from '../connection/failures';
import { type RequestId, type RpcMessage, toRpcError } from '../protocol/jsonRpc';
import type { McpObject } from '../ipc/state';

/** Where all servers of a window are one, and what opens it. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

/** What comes over a line. */
export interface LineEvents {
  message(message: RpcMessage): void;
  unanswered(id: RequestId, why: unknown): void;
}

/** The ids of requests of our own: no client has such. */
const prefix = `roundhouse-${process.pid}-`;

/** The way of a client's messages to one endpoint. */
export class EndpointLine {
  readonly #transport: HttpTransport;
  readonly #asked = new Map<RequestId, (outcome: McpObject | Error) => void>();
  #count = 0;

  constructor({ url, token }: Endpoint) {
    const launch = { url, headers: { authorization: `Bearer ${token}` } };
    this.#transport = new HttpTransport(launch, fetchFor({ url }));
  }

  async open(events: LineEvents): Promise<void> {
    await this.#transport.start({
      message: (message) => {
        if (!this.#settle(message)) events.message(message);
      },
      unanswered: (id, why) => {
        const asked = this.#asked.get(id);
        if (asked) asked(why);
        else events.unanswered(id, why);
      },
      // The stream for what comes unasked is opened again by itself.
      troubled: () => undefined,
      closed: () => undefined,
    });
  }

  /** The handshake has agreed on this revision. */
  speak(version: unknown): void {
    if (typeof version === 'string') this.#transport.setProtocolVersion(version);
  }

  /** @throws UserError as `HttpTransport` does. */
  send(
    message: RpcMessage,
    options?: { signal?: AbortSignal; headers?: Readonly<Record<string, string>> | undefined },
  ): Promise<void> {
    return this.#transport.send(message, options);
  }

  /** Asks something for ourselves. @throws UserError */
  async ask(method: string, params: McpObject): Promise<McpObject> {
    this.#count += 1;
    const id = prefix + this.#count;
    try {
      return await new Promise<McpObject>((resolve, reject) => {
        this.#asked.set(id, (outcome) =>
          outcome instanceof Error ? reject(outcome) : resolve(outcome),
        );
        this.send({ jsonrpc: '2.0', id, method, params }).catch(reject);
      });
    } finally {
      this.#asked.delete(id);
    }
  }

  /** Lets go at once: whoever leaves an endpoint gives back its token, which ends all that is open. */
  close(): void {
    for (const settle of this.#asked.values()) settle(new UserError('connectionClosed'));
    void this.#transport.abandonSession();
    void this.#transport.close();
  }

  #settle(message: RpcMessage): boolean {
    if ('method' in message || message.id === undefined || message.id === null) return false;
    const asked = this.#asked.get(message.id);
    if (!asked) return false;
    asked('result' in message ? message.result : serverError(message.error));
    return true;
  }
}

/** The JSON-RPC error with which an endpoint refused a message, unless it has nothing to do with that. */
export function spokenRefusal(error: unknown): ReturnType<typeof toRpcError> | undefined {
  if (!(error instanceof UserError) || !isObject(error.cause)) return undefined;
  const { status } = error.args;
  const isOfMessage = status === 400 || status === 413 || status === 415;
  const isUnknownMethod = status === 404 && error.cause['code'] === -32601;
  return isOfMessage || isUnknownMethod ? toRpcError(error.cause) : undefined;
}
