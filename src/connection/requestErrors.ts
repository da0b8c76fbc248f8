import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { UserError } from '../base/errors';

/** An address without user, query and fragment, which may hold secrets. */
export function publicUrl(url: string | URL): string {
  const { origin, protocol, pathname } = new URL(url);
  // Only addresses on the network have an origin.
  return origin === 'null' ? `${protocol}//${pathname}` : origin + pathname;
}

/** What an HTTP status that is not a success means to a person. */
export function statusError(url: string, status: number, options?: ErrorOptions): UserError {
  const code = status === 401 || status === 403 ? 'unauthorized' : 'httpError';
  return new UserError(code, { url, status }, options);
}

/** The same of a whole answer, with the seconds that it asks to wait. */
export function refusal(url: string, { status, headers }: Response): UserError {
  const error = statusError(url, status);
  const seconds = retryAfterOf(headers);
  return seconds === undefined ? error : new UserError(error.code, { ...error.args, seconds });
}

/** The seconds of `Retry-After` (RFC 9110, 10.2.3); a date counts from the server's own clock. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const milliseconds = Date.parse(value) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, Math.ceil(milliseconds / 1_000));
}

/** The HTTP status behind an error of the SDK, if there is one. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof SdkHttpError) return error.status;
  if (error instanceof UnauthorizedError) return 401;
  // A stream that opened with 200 and then failed has no status that says anything.
  if (error instanceof SseError && error.code !== 200) return error.code;
  return undefined;
}

/** What went wrong with a request, as a `UserError`; `url` is that of a remote server. */
export function toUserError(error: unknown, method: string, url?: string): UserError {
  if (error instanceof UserError) return error;
  const options = { cause: error };
  const status = statusOf(error);
  if (status !== undefined) return statusError(url ?? '', status, options);
  if (error instanceof ProtocolError) {
    // See `answerLocally`.
    if (error.data instanceof UserError) return error.data;
    return new UserError('serverError', { code: error.code, message: error.message }, options);
  }
  const isClosed =
    error instanceof SdkError &&
    (error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected);
  if (isClosed) return new UserError('connectionClosed', { method }, options);
  const message = error instanceof Error ? error.message : String(error);
  return new UserError('protocolError', { message }, options);
}
