import { retryAfterOf } from '../requestErrors';

/** Too many requests; service unavailable. */
const passingStatuses: readonly number[] = [429, 503];
/** The longest `Retry-After` that is waited for, in seconds. */
const longestWait = 30;

/** The seconds of `Retry-After`, if the request is worth repeating after them. */
export function pauseAsked({ status, headers }: Response): number | undefined {
  if (!passingStatuses.includes(status)) return undefined;
  const seconds = retryAfterOf(headers);
  return seconds !== undefined && seconds <= longestWait ? seconds : undefined;
}
