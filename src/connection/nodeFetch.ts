import { setMaxListeners } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { FetchLike } from '@modelcontextprotocol/client';
import { UserError } from '../base/errors';
import { publicUrl, refusal } from './requestErrors';

/** An idle socket is closed before servers usually close it, in milliseconds. */
const idleSocketTime = 4_000;
const agents = {
  http: new http.Agent({ keepAlive: true, timeout: idleSocketTime }),
  https: new https.Agent({ keepAlive: true, timeout: idleSocketTime }),
};
const bodiless = new Set([204, 205, 304]);

/**
 * `fetch` over `node:http` and `node:https`: no limit on how long a body may take, bodies as
 * streams, and no listener that stays behind on the caller's signal. Redirects are returned as they
 * are, since the SDK follows those within the origin. A body is sent only if it is a string.
 * @throws UserError `unreachable` where the request did not get there, `connectionClosed` where the
 * answer broke off or did not come; the signal's reason where it was aborted.
 */
export const nodeFetch: FetchLike = fetchOver(undefined);

/** Like {@link nodeFetch}, over a Unix socket or a named pipe if one is given. */
export function fetchOver(socketPath: string | undefined): FetchLike {
  return (input, init) => send(new URL(input), init, socketPath);
}

/** Throws those answers itself of which the SDK would tell too little. */
export function refusing(fetch: FetchLike, isRefusal: (answer: Response) => boolean): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!isRefusal(response)) return response;
    await response.body?.cancel();
    throw refusal(publicUrl(input), response);
  };
}

function send(
  url: URL,
  init: Parameters<FetchLike>[1] = {},
  socketPath?: string,
): Promise<Response> {
  const signal = init.signal ?? undefined;
  return new Promise<Response>((resolve, reject) => {
    signal?.throwIfAborted();
    const secure = url.protocol === 'https:';
    const request = (secure ? https : http).request(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      agent: secure ? agents.https : agents.http,
      ...(socketPath !== undefined && { socketPath }),
    });
    const abort = (): void => void request.destroy();
    if (signal) {
      // One signal serves a whole connection with any number of requests in flight.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', abort, { once: true });
      request.once('close', () => signal.removeEventListener('abort', abort));
    }
    request.once('response', (message) => {
      try {
        resolve(toResponse(message, signal));
      } catch (error) {
        request.destroy();
        reject(error);
      }
    });
    request.on('error', (error) => {
      if (signal?.aborted) reject(signal.reason as Error);
      else if (isCutOff(request, error)) reject(closed(error));
      else reject(unreachable(socketPath ?? publicUrl(url), error));
    });
    request.end(typeof init.body === 'string' ? init.body : undefined);
  });
}

const cutOffCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

/** Whether the request was sent, so that the server may have acted on it. */
function isCutOff(request: ClientRequest, error: NodeJS.ErrnoException): boolean {
  return request.writableFinished && cutOffCodes.includes(error.code);
}

function closed(cause: Error): UserError {
  return new UserError('connectionClosed', {}, { cause });
}

function unreachable(url: string, error: Error): UserError {
  const cause = 'code' in error ? String(error.code) : error.message;
  return new UserError('unreachable', { url, cause }, { cause: error });
}

function toResponse(message: IncomingMessage, signal: AbortSignal | undefined): Response {
  const headers = new Headers();
  const raw = message.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  }
  const status = message.statusCode ?? 0;
  const hasBody = !bodiless.has(status);
  if (!hasBody) message.resume();
  return new Response(hasBody ? toStream(message, signal) : null, {
    status,
    statusText: message.statusMessage ?? '',
    headers,
  });
}

function toStream(
  message: IncomingMessage,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      message.on('data', (chunk: Buffer) => {
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) message.pause();
      });
      message.once('end', () => controller.close());
      message.once('error', (error) =>
        controller.error(signal?.aborted ? signal.reason : closed(error)),
      );
    },
    pull: () => void message.resume(),
    cancel: () => void message.destroy(),
  });
}
