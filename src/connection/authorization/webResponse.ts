import type { FetchLike } from '@modelcontextprotocol/client';
import { discard, textOf } from '../transports/http/body';
import type { HttpFetch, HttpResponse } from '../transports/http/httpResponse';

/** Bytes of a body that the SDK may read; documents of authorization servers are far smaller. */
const longestBody = 1024 * 1024;
/** Statuses of responses that may have no body. */
const bodiless: readonly number[] = [204, 205, 304];

/** The head of a response as the SDK takes it. */
export function webHead({ status, rawHeaders }: HttpResponse): Response {
  return new Response(null, { status, headers: headersOf(rawHeaders) });
}

/** A `fetch` for the SDK. A body is read as a whole when the SDK reads it, which throws what `textOf` does. */
export function webFetch(fetch: HttpFetch): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { status, rawHeaders } = response;
    if (!bodiless.includes(status))
      return new Response(bodyOf(response), { status, headers: headersOf(rawHeaders) });
    void discard(response);
    return webHead(response);
  };
}

function headersOf(rawHeaders: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
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
