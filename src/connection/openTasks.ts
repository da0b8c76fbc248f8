import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { endedStatus } from './taskFields';

/** Tasks whose progress is told on; nobody need ever ask how one ended, so the oldest goes. */
const mostTasks = 1_000;
const invalidParams = -32602;

/**
 * The progress of tasks that their clients follow by themselves: the token of a request is good for as long as
 * the task it became (2025-11-25, "Tasks", progress).
 */
export class OpenTasks {
  readonly #progress = new Map<string, Disposable>();

  /** Takes the answer to a request for a task, and what watches its progress until it is over. */
  begun({ task }: McpObject, progress: Disposable): void {
    if (!isObject(task) || typeof task['taskId'] !== 'string' || endedStatus.has(task['status'])) {
      progress.dispose();
      return;
    }
    this.#end(task['taskId']);
    this.#progress.set(task['taskId'], progress);
    const [oldest] = this.#progress.keys();
    if (oldest !== undefined && this.#progress.size > mostTasks) this.#end(oldest);
  }

  /** Takes the answer to a request, or what the server says by itself: either may tell that tasks are over. */
  heard(method: string, params: McpObject, result: McpObject = {}): void {
    if (this.#progress.size === 0 || !/^(notifications\/)?tasks\//.test(method)) return;
    if (method === 'tasks/result') this.#end(params['taskId']);
    for (const part of [params, result, result['tasks']].flat()) {
      if (isObject(part) && endedStatus.has(part['status'])) this.#end(part['taskId']);
    }
  }

  /** Takes what a request failed with: the error of a task is its result, and some are not known any more. */
  refused(method: string, { taskId }: McpObject, error: unknown): void {
    if (!(error instanceof UserError) || error.code !== 'serverError') return;
    const isGone = method.startsWith('tasks/') && error.args['code'] === invalidParams;
    if (isGone || method === 'tasks/result') this.#end(taskId);
  }

  #end(taskId: unknown): void {
    if (typeof taskId !== 'string') return;
    this.#progress.get(taskId)?.dispose();
    this.#progress.delete(taskId);
  }
}
