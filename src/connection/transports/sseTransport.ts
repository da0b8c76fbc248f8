import { Aborter } from '../../base/abort';
import { UserError, type Reason } from '../../base/errors';
import type { ResolvedHttp } from '../../ipc/launch';
import { publicUrl, urlOf } from '../../network/urlOf';
import type { RpcMessage } from '../../protocol/jsonRpc';
import { messageText } from '../../protocol/messageText';
import { discard } from './http/body';
import { endpointOf } from './http/endpoint';
import { exchangeOf, readMessages, unexpected } from './http/events';
import { httpFailure } from './http/failures';
import { normalized } from './http/httpRequest';
import { isSuccess, type HttpFetch, type HttpResponse } from './http/httpResponse';
import type { SendOptions, Transport, TransportEvents } from './transport';

/** The HTTP+SSE transport of revision 2024-11-05. Its session lasts as long as its one stream. */
export class SseTransport implements Transport {
  readonly kind = 'sse';
  readonly url: string;
  readonly #address: URL;
  /** The configured headers. */
  readonly #headers: Readonly<Record<string, string>>;
  readonly #end = new Aborter();
  #events: TransportEvents | undefined;
  /** The URL for messages, which the stream announces. */
  #target: URL | undefined;
  #revision: string | undefined;
  #lost: Reason | undefined;
  #closed = false;

  /** @throws TypeError or URIError for a malformed URL of the launch. */
  constructor(
    launch: Pick<ResolvedHttp, 'url' | 'headers'>,
    private readonly fetch: HttpFetch,
  ) {
    this.#address = endpointOf(launch.url).url;
    this.url = publicUrl(launch.url);
    this.#headers = normalized(launch.headers);
  }

  get lost(): Reason | undefined {
    return this.#lost;
  }

  /** Resolves when the server has announced the URL for messages. */
  async start(events: TransportEvents): Promise<void> {
    this.#events = events;
    const headers = { ...this.#headers, accept: 'text/event-stream' };
    const response = await this.fetch(this.#address, { headers, signal: this.#end });
    if (!isSuccess(response)) throw await httpFailure(this.url, response);
    if (response.mediaType !== 'text/event-stream') {
      throw unexpected(response);
    }
    await new Promise<void>((resolve, reject) => {
      void this.#read(response, events, resolve).then((why) => {
        reject(why);
        if (this.#target) this.#lose();
      });
    });
  }

  setProtocolVersion(protocolVersion: string): void {
    this.#revision = protocolVersion;
  }

  async send(message: RpcMessage, { headers }: SendOptions = {}): Promise<void> {
    if (!this.#target || this.#closed) throw new UserError('connectionClosed');
    const body = messageText(message);
    this.#events?.sent?.(message, body);
    const since = performance.now();
    const response = await this.fetch(this.#target, {
      method: 'POST',
      headers: {
        ...this.#headers,
        'content-type': 'application/json',
        ...(this.#revision !== undefined && { 'mcp-protocol-version': this.#revision }),
        ...headers,
      },
      body,
      signal: this.#end,
    });
    this.#events?.exchanged?.(message, exchangeOf(response, since));
    if (!isSuccess(response)) throw await httpFailure(this.url, response);
    void discard(response);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#end.abort(new UserError('connectionClosed'));
    this.#events?.closed();
  }

  /**
   * Reads the stream to its end.
   * @returns why it ended; never rejects.
   */
  async #read(
    response: HttpResponse,
    events: TransportEvents,
    onTarget: () => void,
  ): Promise<unknown> {
    try {
      await readMessages(response, events, {
        onEvent: (event) => {
          if (event.event !== 'endpoint') return false;
          this.#target = this.#targetIn(event.data);
          onTarget();
          return true;
        },
      });
      return new UserError('connectionClosed');
    } catch (error) {
      return error;
    }
  }

  /** The URL for messages; it must be of the same origin, because it gets the credentials. */
  #targetIn(text: string): URL {
    const target = urlOf(text, this.#address);
    if (target?.origin === this.#address.origin) return target;
    throw new UserError('protocolError', { message: 'The endpoint is at another origin.' });
  }

  #lose(): void {
    if (this.#closed) return;
    this.#lost = { code: 'sessionLost', args: { url: this.url } };
    void this.close();
  }
}
