import type { Abortable } from '../../../base/abort';
import { UserError } from '../../../base/errors';
import type { Nearness } from '../../../network/nearness';
import { causeOf } from '../../../network/sockets';
import { publicUrl } from '../../../network/urlOf';

/** What is sent, by default by GET. */
export interface HttpInit {
  readonly method?: string | undefined;
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** Aborting ends the request, also while its response is read. */
  readonly signal?: Abortable | undefined;
}

export interface HttpRequest extends HttpInit {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The nearest address that it may be sent to. */
  readonly nearest: Nearness;
  /** The Unix socket or named pipe used instead of the network. */
  readonly socketPath?: string | undefined;
}

/**
 * Lowers the names, so that configured headers never replace those of the protocol, and trims the values, because
 * Node refuses the line end of a token that comes from a file or a variable. It is no part of the value (RFC 9110, 5.5).
 */
export function normalized(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]),
  );
}

/** The error of a request that may have been executed, but whose response will not come. */
export function cutOff(cause: unknown): UserError {
  return new UserError('connectionClosed', {}, { cause });
}

/** The error of a request that was not sent. */
export function unreachable(
  { url: target, socketPath }: Pick<HttpRequest, 'url' | 'socketPath'>,
  error: unknown,
): UserError {
  if (error instanceof UserError) return error;
  const url = socketPath ?? publicUrl(target);
  return new UserError('unreachable', { url, cause: causeOf(error) }, { cause: error });
}
