import { asText, isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import type { PostedRequest } from '../messages';
import { invalidParams } from '../relay';

/** Tasks that are kept for a client; the oldest goes. */
const most = 1_000;

/**
 * The tasks that one client has begun. The server takes all clients of the gateway for one, and would give each the
 * tasks of all (2025-11-25, "Tasks", task isolation and access control).
 */
export class OwnTasks {
  readonly #ids = new Set<string>();

  /** @throws UserError `serverError` if a request is about another client's task, as if that did not exist. */
  check({ method, params }: PostedRequest): void {
    if (!method.startsWith('tasks/') || method === 'tasks/list') return;
    if (!this.#ids.has(asText(params['taskId']))) throw invalidParams('Task not found');
  }

  /** Notes the tasks in a result, and returns the part that the client may see. */
  seen({ method }: PostedRequest, result: McpObject): McpObject {
    if (method === 'tasks/list') return { ...result, tasks: this.#ownOf(result['tasks']) };
    const { task } = result;
    if (isObject(task) && typeof task['taskId'] === 'string') this.#add(task['taskId']);
    return result;
  }

  #add(id: string): void {
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (oldest !== undefined && this.#ids.size > most) this.#ids.delete(oldest);
  }

  #ownOf(tasks: unknown): readonly unknown[] {
    if (!Array.isArray(tasks)) return [];
    return tasks.filter((task) => isObject(task) && this.#ids.has(asText(task['taskId'])));
  }
}
