import type { Handshake, McpObject } from '../ipc/state';
import type { Progress } from './connection';

/** What leads a task to its result may do on the way; all of it within the limits of the request. */
export interface TaskWork {
  readonly era: Handshake['era'];
  readonly signal: AbortSignal;
  request(method: string, params: McpObject): Promise<McpObject>;
  /** Answers `inputRequests` of the task: gives `inputResponses` under the same keys. */
  answer(inputRequests: unknown): Promise<McpObject>;
  progress(progress: Progress): void;
  /** The server is at work: starts the silence of the call anew. */
  touch(): void;
  /** Sends a request whose answer nobody waits for, when the limits have passed already, too. */
  tell(method: string, params: McpObject): void;
}

/**
 * Leads the task that a request has become to its result (2025-11-25, "Tasks", and the extension
 * `io.modelcontextprotocol/tasks`). `begun` is the task as it was told of. One that is not led
 * to its end, as when the signal is aborted, is cancelled.
 * @throws UserError `taskFailed`, `taskCancelled`, `taskGone`, `protocolError`, or what a request throws.
 */
export type FollowTask = (begun: McpObject, work: TaskWork) => Promise<McpObject>;
