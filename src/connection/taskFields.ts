import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';

/** The polling interval of a task whose server names none, in milliseconds. */
export const usualInterval = 1_000;
/** The bounds of the interval that a server names. */
const shortestInterval = 50;
const longestInterval = 60_000;

/** The final statuses of a task. */
export const endedStatus: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/** Milliseconds until the next poll (`pollInterval`, in the modern era `pollIntervalMs`). */
export function intervalOf({ pollInterval, pollIntervalMs }: McpObject): number {
  const wanted = pollIntervalMs ?? pollInterval;
  if (typeof wanted !== 'number') return usualInterval;
  return Math.min(Math.max(wanted, shortestInterval), longestInterval);
}

/**
 * The result of a completed task of the modern era.
 * @throws UserError `protocolError`.
 */
export function resultOf({ result }: McpObject): McpObject {
  if (isObject(result)) return result;
  throw new UserError('protocolError', { message: 'The completed task has no result.' });
}

/** The error of a failed task of the modern era, which is the error of the call. */
export function failureOf(task: McpObject): UserError {
  const { error } = task;
  if (!isObject(error) || typeof error['code'] !== 'number') {
    return new UserError('taskFailed', messageOf(task));
  }
  const { code, message } = error;
  const args = { code, message: typeof message === 'string' ? message : '' };
  return new UserError('serverError', args, { cause: error });
}

/** The message of a task or of an error, as arguments of a reason. */
export function messageOf({ statusMessage, message }: McpObject): { message?: string } {
  const said = statusMessage ?? message;
  return typeof said === 'string' ? { message: said } : {};
}
