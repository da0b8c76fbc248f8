import { SSEClientTransport, SseError, type FetchLike } from '@modelcontextprotocol/client';
import type { Reason } from '../base/errors';
import type { ResolvedHttp } from '../contract/launch';
import { endpointOf } from './endpoint';
import type { HostTransport } from './hostTransport';
import { fetchOver, refusing } from './nodeFetch';
import { publicUrl } from './requestErrors';

/**
 * The HTTP+SSE transport of revision 2024-11-05. Its session lives in its one stream: a stream that
 * breaks has lost it.
 */
export class SseTransport extends SSEClientTransport implements HostTransport {
  readonly url: string;
  readonly #streamFailure: () => unknown;
  #started: Promise<void> | undefined;
  #closed: Promise<void> | undefined;
  #lost: Reason | undefined;

  constructor(launch: ResolvedHttp) {
    // The event source tells only the text of a network error, so it is caught on its way there.
    let failure: unknown;
    const { url, socketPath } = endpointOf(launch.url);
    const fetch = fetchOver(socketPath);
    const streamFetch: FetchLike = async (input, init) => {
      try {
        return await fetch(input, init);
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    super(url, {
      // The SDK tells the status of a failed POST in its text only.
      fetch: refusing(fetch, ({ status }) => status >= 400),
      requestInit: { headers: launch.headers },
      eventSourceInit: { fetch: streamFetch },
    });
    this.url = publicUrl(launch.url);
    this.#streamFailure = () => failure;
  }

  get lost(): Reason | undefined {
    return this.#lost;
  }

  override start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  override close(): Promise<void> {
    this.#closed ??= super.close();
    return this.#closed;
  }

  async #start(): Promise<void> {
    try {
      await super.start();
    } catch (error) {
      throw this.#streamFailure() ?? error;
    }
    this.onerror = (error) => {
      if (!(error instanceof SseError) || this.#closed) return;
      this.#lost = { code: 'sessionLost', args: { url: this.url } };
      void this.close();
    };
  }
}
