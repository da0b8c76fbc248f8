import type { FetchLike } from '@modelcontextprotocol/client';
import { discard, textOf } from '../transports/http/body';
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
    const response = await fetch(url, init);
    if (!bodiless.includes(response.status)) return webResponse(response, bodyOf(response));
    void discard(response);
    return webResponse(response);
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
