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

/** A response before its body is read. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readable;
  /** The version of HTTP, such as `1.1` or `2`. */
  readonly version: string;
  /** The remote IP address; empty if the connection is closed, `undefined` through a proxy. */
  readonly remoteAddress?: string | undefined;
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
