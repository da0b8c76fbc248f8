import type { Readable } from 'node:stream';
import type { Abortable } from '../../../base/abort';
import type { HttpInit } from './httpRequest';

/**
 * A response before its body is read. No web `Response`, because making one took a fifth of our time for a short
 * request.
 */
export interface HttpResponse {
  readonly status: number;
  /** Names and values in turns; {@link headerOf} finds one. */
  readonly rawHeaders: readonly string[];
  /** The media type of the body in lower case, without parameters; may be empty. */
  readonly mediaType: string;
  /** To be read by `readBody` or discarded, because its connection is not free before. */
  readonly body: Readable;
  /** The version of HTTP, such as `1.1` or `2`. */
  readonly version: string;
  /** The remote IP address; empty if the connection is closed, `undefined` through a proxy. */
  readonly remoteAddress?: string | undefined;
  /** The signal of its request. */
  readonly signal?: Abortable | undefined;
}

/** Sends a request as `fetch` does, but gives a response of ours. */
export type HttpFetch = (url: string | URL, init?: HttpInit) => Promise<HttpResponse>;

/** The media type that headers give. */
export function mediaTypeIn(rawHeaders: HttpResponse['rawHeaders']): string {
  return (
    (headerOf({ rawHeaders }, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  );
}

/** True for a status from 200 to 299. */
export function isSuccess({ status }: Pick<HttpResponse, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** The value of a header by its lower-case name, repeated ones joined by a comma (RFC 9110, 5.2). */
export function headerOf(
  { rawHeaders }: Pick<HttpResponse, 'rawHeaders'>,
  name: string,
): string | undefined {
  let found: string | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [given = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    if (given.length !== name.length || given.toLowerCase() !== name) continue;
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}
