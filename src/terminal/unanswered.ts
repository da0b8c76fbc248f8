import { reasonOf, type Reason } from '../base/errors';
import { isRepeatable } from '../protocol/methods';
import type { RpcRequest } from '../protocol/jsonRpc';

/** What changes only what the endpoint keeps of its client. */
const repeatable: ReadonlySet<string> = new Set([
  'initialize',
  'subscriptions/listen',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** With these statuses of HTTP the endpoint has not begun. */
const unsentStatuses: readonly unknown[] = [401, 403, 404, 503];
/** With these it is not there, or knows its client no more. */
const lostStatuses: readonly unknown[] = [401, 404, 503];
/** An answer has come, and says nothing. */
const garbled: readonly string[] = ['answerTooLong', 'answerTooComplex', 'protocolError'];

/** Whether what befell one request befalls all others, too. */
export function isEndOfLine(error: unknown): boolean {
  const { code, args } = reasonOf(error);
  return code === 'unreachable' || lostStatuses.includes(args?.['status']);
}

/** Whether a request that has failed so does no harm when it is sent once more. */
export function maySendAgain(request: RpcRequest, error: unknown): boolean {
  const { code, args } = reasonOf(error);
  const wasNotSent = code === 'unreachable' || unsentStatuses.includes(args?.['status']);
  return wasNotSent || isRepeatable(request) || repeatable.has(request.method);
}

/** What the client is told of a request that has failed for good. */
export function whyUnanswered(error: unknown): Reason {
  const reason = reasonOf(error);
  return garbled.includes(reason.code) ? reason : { code: 'windowLeft' };
}
