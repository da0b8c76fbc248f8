import type { Handshake, McpObject } from '../ipc/state';
import type { Progress } from './connection';

/** The request that has become a task, within its limits. */
export interface TaskWork {
  readonly era: Handshake['era'];
  readonly signal: AbortSignal;
  request(method: string, params: McpObject): Promise<McpObject>;
  /** Answers `inputRequests`; the `inputResponses` have the same keys. */
  answer(inputRequests: unknown): Promise<McpObject>;
  progress(progress: Progress): void;
  /** Restarts the silence of the call, because the server is active. */
  touch(): void;
  /** Sends a request whose result is ignored, also after the limits have expired. */
  tell(method: string, params: McpObject): void;
}

/**
 * Leads the task that a request has become to its result (2025-11-25, "Tasks", and the extension
 * `io.modelcontextprotocol/tasks`). `begun` is the task as it was told of. One that is not led
 * to its end, as when the signal is aborted, is cancelled.
 * @throws UserError `taskFailed`, `taskCancelled`, `taskGone`, `protocolError`, or what a request throws.
 */
export type FollowTask = (begun: McpObject, work: TaskWork) => Promise<McpObject>;
