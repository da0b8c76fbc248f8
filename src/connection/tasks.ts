import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { FollowedTask } from './followedTask';
import type { FollowTask } from './taskFollower';

/** The extension as capabilities name it (2026-07-28, SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** Capabilities of a client that goes on with tasks. */
export function withTasks(capabilities: McpObject): McpObject {
  const extensions = isObject(capabilities['extensions']) ? capabilities['extensions'] : {};
  return { ...capabilities, extensions: { ...extensions, [tasksExtension]: {} } };
}

/** Whether such capabilities are those of a client that does so itself. */
export function knowsTasks(capabilities: McpObject): boolean {
  return at(capabilities, 'extensions', tasksExtension) !== undefined;
}

/**
 * Leads a task to the result of its call, so that nobody behind the connection sees the difference. Looks at
 * it as often as its server wants.
 */
export const followTask: FollowTask = async (begun, work) => {
  const { taskId } = begun;
  if (typeof taskId === 'string') return new FollowedTask(taskId, work).result(begun);
  throw new UserError('protocolError', { message: 'The task has no taskId.' });
};

/**
 * Which tools of a legacy server can run as tasks only, as its last lists said (2025-11-25, "Tasks",
 * tool-level negotiation). In the modern era it is the server that decides.
 */
export class TaskTools {
  readonly #required = new Set<unknown>();
  readonly #canRunTasks: boolean;

  constructor(capabilities: McpObject) {
    this.#canRunTasks = at(capabilities, 'tasks', 'requests', 'tools', 'call') !== undefined;
  }

  /** Takes a page of `tools/list`. */
  learn({ tools }: McpObject): void {
    for (const tool of Array.isArray(tools) ? (tools as unknown[]) : []) {
      if (!isObject(tool)) continue;
      const isRequired = at(tool, 'execution', 'taskSupport') === 'required';
      if (isRequired) this.#required.add(tool['name']);
      else this.#required.delete(tool['name']);
    }
  }

  /** Whether a `tools/call` has to be made a task. Who asks for one by itself follows it, too. */
  requires(params: McpObject): boolean {
    return this.#canRunTasks && params['task'] === undefined && this.#required.has(params['name']);
  }
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}
