import { UserError } from '../base/errors';

/** A URL without user, query and fragment, which may hold secrets. */
export function publicUrl(url: string | URL): string {
  const { origin, protocol, pathname } = new URL(url);
  // Only addresses on the network have an origin.
  return origin === 'null' ? `${protocol}//${pathname}` : origin + pathname;
}

/** The error of a response without success, with the seconds of `Retry-After`. */
export function refusal(
  url: string,
  { status, headers }: Response,
  options?: ErrorOptions,
): UserError {
  const code = status === 401 || status === 403 ? 'unauthorized' : 'httpError';
  const seconds = retryAfterOf(headers);
  return new UserError(code, { url, status, ...(seconds !== undefined && { seconds }) }, options);
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
