import { retryAfterOf } from '../requestErrors';
import type { RpcMessage } from '../rpc';

/** Requests that only read, so that to send them twice does no harm. */
const reading: readonly string[] = [
  'ping',
  'server/discover',
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
  'tasks/get',
  'tasks/list',
];

/** Too many requests, and a service that is not there for a while. */
const passingStatuses: readonly number[] = [429, 503];
/** The longest pause that is kept, in seconds. */
const longestWait = 30;

/** Whether a message may be sent once more. */
export function canBeRepeated(message: RpcMessage): boolean {
  return 'method' in message && reading.includes(message.method);
}

/** The seconds after which an answer asks to be asked again, where that is worth the wait. */
export function pauseAsked({ status, headers }: Response): number | undefined {
  if (!passingStatuses.includes(status)) return undefined;
  const seconds = retryAfterOf(headers);
  return seconds !== undefined && seconds <= longestWait ? seconds : undefined;
}
