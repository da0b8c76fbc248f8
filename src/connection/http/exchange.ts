import type { Readable } from 'node:stream';
import { UserError } from '../../base/errors';
import type { Nearness } from '../../network/nearness';
import { causeOf } from '../../network/sockets';

/** One HTTP request. */
export interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Aborting ends it at any time, also while the body of its answer comes. */
  readonly signal?: AbortSignal | undefined;
  /** How near to this machine it may be sent. */
  readonly nearest: Nearness;
}

/** What a server answers. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readable;
  /** The IP address it comes from, empty where the connection is gone already; `undefined`: through a proxy. */
  readonly remoteAddress?: string | undefined;
}

/** The request may have been carried out, and its answer will not come. */
export function cutOff(cause: unknown): UserError {
  return new UserError('connectionClosed', {}, { cause });
}

/** The request did not get there; `url` has nothing secret. */
export function unreachable(url: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  return new UserError('unreachable', { url, cause: causeOf(error) }, { cause: error });
}
