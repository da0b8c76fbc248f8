import type { FetchLike } from '@modelcontextprotocol/client';
import { discard, textOf } from '../transports/http/body';
import type { HttpInit } from '../transports/http/httpRequest';
import type { HttpFetch, HttpResponse } from '../transports/http/httpResponse';

/** Bytes of a body that the SDK may read; documents of authorization servers are far smaller. */
const longestBody = 1024 * 1024;
/** Statuses of responses that may have no body. */
const bodiless: readonly number[] = [204, 205, 304];

/** A response as the SDK takes it, by default without its body. */
export function webResponse(
  { status, rawHeaders }: HttpResponse,
  body: ReadableStream | null = null,
): Response {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return new Response(body, { status, headers });
}

/** A `fetch` for the SDK. A body is read as a whole when the SDK reads it, which throws what `textOf` does. */
export function webFetch(fetch: HttpFetch): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, initOf(init));
    if (!bodiless.includes(response.status)) return webResponse(response, bodyOf(response));
    void discard(response);
    return webResponse(response);
  };
}

/** @throws TypeError for a body that is neither a text nor URL parameters, which the SDK does not send. */
function initOf({ method, headers, body, signal }: RequestInit = {}): HttpInit {
  const isForm = body instanceof URLSearchParams;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  if (body && !isForm && typeof body !== 'string') throw new TypeError('The body is no text.');
  return {
    method,
    headers: { ...(isForm && form), ...Object.fromEntries(new Headers(headers)) },
    body: isForm ? String(body) : (body ?? undefined),
    signal: signal ?? undefined,
  };
}

function bodyOf(response: HttpResponse): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        controller.enqueue(Buffer.from(await textOf(response, longestBody)));
        controller.close();
      },
      cancel: () => discard(response),
    },
    { highWaterMark: 0 },
  );
}
