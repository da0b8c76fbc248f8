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

/** The error of a request that may have been executed, but whose response will not come. */
export function cutOff(cause: unknown): UserError {
  return new UserError('connectionClosed', {}, { cause });
}

/** The error of a request that was not sent; `url` must not hold secrets. */
export function unreachable(url: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  return new UserError('unreachable', { url, cause: causeOf(error) }, { cause: error });
}
