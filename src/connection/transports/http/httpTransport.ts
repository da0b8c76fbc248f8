import { setTimeout as pause } from 'node:timers/promises';
import { Aborter, settlesWithin, type Abortable } from '../../../base/abort';
import { hasCode, UserError } from '../../../base/errors';
import { TransientSet } from '../../../base/transient';
import type { ResolvedHttp } from '../../../ipc/launch';
import { publicUrl } from '../../../network/urlOf';
import { standardHeaders, versionOf } from '../../../protocol/headers';
import type { RpcMessage, RpcRequest } from '../../../protocol/jsonRpc';
import { messageText } from '../../../protocol/messageText';
import { isRepeatable } from '../../../protocol/methods';
import { largestMessage } from '../../../protocol/parseMessage';
import { isModern } from '../../../protocol/revisions';
import type { SendOptions, Transport, TransportEvents } from '../transport';
import { discard, textOf } from './body';
import { endpointOf } from './endpoint';
import { exchangeOf, dispatchText, unexpected } from './events';
import { httpFailure, retryDelayOf } from './failures';
import { normalized, type HttpInit } from './httpRequest';
import { headerOf, isSuccess, type HttpFetch, type HttpResponse } from './httpResponse';
import { ResponseStream, SessionStream } from './streams';

/** Limit for open requests when the session ends, in milliseconds. */
const endTimeoutMs = 1_000;

const accepted = 'application/json, text/event-stream';

/** The media types of answers. Some servers name none or another one for JSON, as `new Response(text)` does. */
const answerTypes: readonly string[] = ['application/json', 'text/event-stream', 'text/plain', ''];

/** Streamable HTTP of both eras: one POST per message; the response is JSON or an event stream. */
export class HttpTransport implements Transport {
  readonly kind = 'http';
  readonly url: string;
  readonly #address: URL;
  /** The configured headers. */
  readonly #headers: Readonly<Record<string, string>>;
  /** The open requests, bodies included; aborting ends one. */
  readonly #open = new TransientSet<Aborter>();
  /** The messages that have no response yet. */
  readonly #sending = new TransientSet<Promise<HttpResponse>>();
  #events: TransportEvents | undefined;
  #standby: SessionStream | undefined;
  #revision: string | undefined;
  #sessionId: string | undefined;
  /** A session that a probe has begun. */
  #probeSession: string | undefined;
  #isAbandoned = false;
  #closing: Promise<void> | undefined;

  /** @throws TypeError or URIError for a malformed URL of the launch. */
  constructor(
    launch: Pick<ResolvedHttp, 'url' | 'headers'>,
    private readonly fetch: HttpFetch,
  ) {
    this.#address = endpointOf(launch.url).url;
    this.url = publicUrl(launch.url);
    this.#headers = normalized(launch.headers);
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  async start(events: TransportEvents): Promise<void> {
    this.#events = events;
    this.#standby = new SessionStream(events, (lastEvent, signal) => this.#get(lastEvent, signal));
  }

  setProtocolVersion(protocolVersion: string): void {
    this.#revision = protocolVersion;
    // A slow server of both eras may have begun one by `initialize`.
    if (isModern(protocolVersion)) this.#sessionId = undefined;
  }

  async send(message: RpcMessage, options: SendOptions = {}): Promise<void> {
    const { signal } = options;
    if (signal?.aborted) throw signal.reason;
    const end = new Aborter();
    const abort = (): void => end.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    const remove = this.#open.add(end);
    const done = (): void => {
      signal?.removeEventListener('abort', abort);
      remove();
    };
    const sending = this.#post(message, options, end);
    const sent = this.#sending.add(sending);
    try {
      const response = await sending;
      if ('method' in message && 'id' in message) {
        void this.#receive(message, response, end).finally(done);
      } else {
        void discard(response);
        done();
        const isReady = 'method' in message && message.method === 'notifications/initialized';
        if (isReady) this.#standby?.start();
      }
    } catch (error) {
      done();
      throw error;
    } finally {
      sent();
    }
  }

  async abandonSession(): Promise<void> {
    this.#isAbandoned = true;
    await settlesWithin(endTimeoutMs, Promise.allSettled(this.#sending.values()));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** @throws UserError for a refusal, and for a response that is not an answer. */
  async #post(
    message: RpcMessage,
    { headers, isSessionless, isProbe = false }: SendOptions,
    end: Aborter,
  ): Promise<HttpResponse> {
    const body = messageText(message);
    this.#events?.sent?.(message, body);
    const init = {
      method: 'POST',
      headers: {
        ...(isSessionless ? this.#headers : this.#ownHeaders()),
        'content-type': 'application/json',
        accept: accepted,
        ...standardHeaders(message, this.#revision),
        ...headers,
      },
      body,
      signal: end,
    };
    const since = performance.now();
    const response = await (isRepeatable(message)
      ? this.#fetchTwice(init, end, isProbe)
      : this.fetch(this.#address, init));
    if (isSuccess(response) && 'method' in message && message.method === 'initialize') {
      const session = headerOf(response, 'mcp-session-id');
      if (isProbe) this.#probeSession = session;
      else this.#sessionId = session;
    }
    this.#events?.exchanged?.(message, exchangeOf(response, since));
    if (!isSuccess(response)) throw await httpFailure(this.url, response);
    this.#standby?.retrySoon();
    if ('method' in message && 'id' in message && !isAnswer(response)) {
      throw unexpected(response);
    }
    return response;
  }

  /** Sends a request that only reads, and once more after a broken connection or, but for a probe, a `Retry-After`. */
  async #fetchTwice(init: HttpInit, end: Aborter, isProbe: boolean): Promise<HttpResponse> {
    let seconds: number | undefined;
    try {
      const response = await this.fetch(this.#address, init);
      seconds = isProbe ? undefined : retryDelayOf(response);
      if (seconds === undefined) return response;
      void discard(response);
    } catch (error) {
      const isCutOff = hasCode(error, 'connectionClosed');
      if (!isCutOff || end.aborted) throw error;
    }
    await pause((seconds ?? 0) * 1_000, undefined, { signal: end.signal });
    return this.fetch(this.#address, init);
  }

  /** Never rejects. */
  async #receive(request: RpcRequest, response: HttpResponse, end: Aborter): Promise<void> {
    const events = this.#events;
    const modern = isModern(versionOf(request, this.#revision));
    if (!events) return;
    if (response.mediaType === 'text/event-stream') {
      const { id } = request;
      const resume = modern ? undefined : this.#get.bind(this);
      await new ResponseStream({ id, events, end, resume }).read(response);
    } else if (response.status !== 202) {
      await this.#receiveJson(request, response, events, end);
    } else {
      void discard(response);
      // In the legacy era it may come by another stream.
      if (modern) events.unanswered(request.id, new UserError('connectionClosed'));
    }
  }

  async #receiveJson(
    { id }: RpcRequest,
    response: HttpResponse,
    events: TransportEvents,
    end: Aborter,
  ): Promise<void> {
    try {
      const text = await textOf(response, largestMessage);
      if (dispatchText(text, events, id)) return;
      throw new UserError('protocolError', { message: 'The answer is to another request.' });
    } catch (error) {
      if (end.aborted) return;
      events.unanswered(id, error as UserError);
    }
  }

  /**
   * Opens the stream of the session, or resumes one.
   * @throws UserError
   */
  async #get(lastEvent: string | undefined, signal: Abortable): Promise<HttpResponse> {
    const response = await this.fetch(this.#address, {
      method: 'GET',
      headers: {
        ...this.#ownHeaders(),
        ...(this.#revision !== undefined && { 'mcp-protocol-version': this.#revision }),
        accept: 'text/event-stream',
        ...(lastEvent !== undefined && { 'last-event-id': lastEvent }),
      },
      signal,
    });
    if (!isSuccess(response)) throw await httpFailure(this.url, response);
    if (response.mediaType === 'text/event-stream') return response;
    throw unexpected(response);
  }

  #ownHeaders(session = this.#sessionId): Record<string, string> {
    return {
      ...this.#headers,
      ...(session !== undefined && { 'mcp-session-id': session }),
    };
  }

  async #close(): Promise<void> {
    this.#standby?.dispose();
    const own = this.#isAbandoned ? undefined : this.#sessionId;
    const left = [own, this.#probeSession].filter((session) => session !== undefined);
    await Promise.all(left.map((session) => this.#leave(session)));
    for (const end of this.#open.values()) end.abort(new UserError('connectionClosed'));
    this.#events?.closed();
  }

  /** Ends a session; servers may not support that. */
  async #leave(session: string): Promise<void> {
    const signal = new Aborter();
    const headers = { ...this.#ownHeaders(session), 'mcp-protocol-version': this.#revision ?? '' };
    const leaving = this.fetch(this.#address, { method: 'DELETE', headers, signal });
    await settlesWithin(endTimeoutMs, leaving.then(discard));
    signal.abort();
  }
}

function isAnswer({ status, mediaType }: HttpResponse): boolean {
  return status === 202 || answerTypes.includes(mediaType);
}
