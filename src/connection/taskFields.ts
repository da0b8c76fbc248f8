import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';

/** Milliseconds between two looks at a task whose server does not say how many it wants. */
export const usualInterval = 1_000;
/** The bounds of what it may want. */
const shortestInterval = 50;
const longestInterval = 60_000;

/** What a task says that changes no more. */
export const endedStatus: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/** Milliseconds until the next look at a task (`pollInterval`, in the modern era `pollIntervalMs`). */
export function intervalOf({ pollInterval, pollIntervalMs }: McpObject): number {
  const wanted = pollIntervalMs ?? pollInterval;
  if (typeof wanted !== 'number') return usualInterval;
  return Math.min(Math.max(wanted, shortestInterval), longestInterval);
}

/** What a completed task of the modern era came to. @throws UserError `protocolError`. */
export function resultOf({ result }: McpObject): McpObject {
  if (isObject(result)) return result;
  throw new UserError('protocolError', { message: 'The completed task has no result.' });
}

/** The error of a failed task of the modern era, which is that of the call. */
export function failureOf(task: McpObject): UserError {
  const { error } = task;
  if (!isObject(error) || typeof error['code'] !== 'number') {
    return new UserError('taskFailed', messageOf(task));
  }
  const { code, message } = error;
  const args = { code, message: typeof message === 'string' ? message : '' };
  return new UserError('serverError', args, { cause: error });
}

/** What the server says of a task, or of an error, as the place of a sentence. */
export function messageOf({ statusMessage, message }: McpObject): { message?: string } {
  const said = statusMessage ?? message;
  return typeof said === 'string' ? { message: said } : {};
}
