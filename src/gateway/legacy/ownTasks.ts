import { asText, isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import type { PostedRequest } from '../messages';
import { invalidParams } from '../relay';

/** Tasks that are kept for a client; the oldest goes. */
const most = 1_000;

/**
 * The tasks that one client has begun. All clients of the gateway are one to the server, which would show and give
 * each the tasks of all (2025-11-25, "Tasks", task isolation and access control).
 */
export class OwnTasks {
  readonly #ids = new Set<string>();

  /** @throws UserError `serverError` where a request is about a task of somebody else, as if there were none. */
  check({ method, params }: PostedRequest): void {
    if (!method.startsWith('tasks/') || method === 'tasks/list') return;
    if (!this.#ids.has(asText(params['taskId']))) throw invalidParams('Task not found');
  }

  /** Takes the result of a request, and gives what of it the client may see. */
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
