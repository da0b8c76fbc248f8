import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { FollowedTask } from './followedTask';
import type { FollowTask } from './taskFollower';

/**
 * Polls a task, as often as its server wants, until the call has its result (2025-11-25, "Tasks", and the
 * extension `io.modelcontextprotocol/tasks`). A task that is abandoned, as by an aborted signal, is
 * cancelled.
 * @throws UserError `taskFailed`, `taskCancelled`, `taskGone`, `protocolError`, or what a request throws.
 */
export const followTask: FollowTask = async (begun, work) => {
  const { taskId } = begun;
  if (typeof taskId === 'string') return new FollowedTask(taskId, work).result(begun);
  throw new UserError('protocolError', { message: 'The task has no taskId.' });
};

/**
 * The tools of a legacy server that run only as tasks, by its last lists (2025-11-25, "Tasks", tool-level
 * negotiation). In the modern era the server decides.
 */
export class TaskTools {
  readonly #required = new Set<unknown>();
  readonly #canRunTasks: boolean;

  constructor(capabilities: McpObject) {
    this.#canRunTasks = at(capabilities, 'tasks', 'requests', 'tools', 'call') !== undefined;
  }

  /** Learns from a page of `tools/list`. */
  learn({ tools }: McpObject): void {
    for (const tool of Array.isArray(tools) ? (tools as unknown[]) : []) {
      if (!isObject(tool)) continue;
      const isRequired = at(tool, 'execution', 'taskSupport') === 'required';
      if (isRequired) this.#required.add(tool['name']);
      else this.#required.delete(tool['name']);
    }
  }

  /** True if a `tools/call` has to be sent as a task. A caller that requests a task follows it itself. */
  requires(params: McpObject): boolean {
    return this.#canRunTasks && params['task'] === undefined && this.#required.has(params['name']);
  }
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}
