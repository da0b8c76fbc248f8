import type { Readable } from 'node:stream';
import { UserError } from '../../../base/errors';
import type { Nearness } from '../../../network/nearness';
import { causeOf } from '../../../network/sockets';

export interface HttpRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Aborting ends the request, also while its response is read. */
  readonly signal?: AbortSignal | undefined;
  /** The nearest address that it may be sent to. */
  readonly nearest: Nearness;
}

/**
 * A response before its body is read. No web `Response`, because making one took a fifth of our time for a short
 * request.
 */
export interface HttpResponse {
  readonly status: number;
  /** Names and values in turns, as they came; {@link headerOf} finds one. */
  readonly rawHeaders: readonly string[];
  /** Read by `readBody`. */
  readonly body: Readable;
  /** The version of HTTP, such as `1.1` or `2`. */
  readonly version: string;
  /** The remote IP address; empty if the connection is closed, `undefined` through a proxy. */
  readonly remoteAddress?: string | undefined;
  /** The signal of its request. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request as `fetch` does, but gives a response of ours. */
export type HttpFetch = (url: string | URL, init?: RequestInit) => Promise<HttpResponse>;

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

/** The error of a request that may have been executed, but whose response will not come. */
export function cutOff(cause: unknown): UserError {
  return new UserError('connectionClosed', {}, { cause });
}

/** The error of a request that was not sent; `url` must not hold secrets. */
export function unreachable(url: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  return new UserError('unreachable', { url, cause: causeOf(error) }, { cause: error });
}
