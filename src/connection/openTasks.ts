import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { rpcCodes } from '../protocol/jsonRpc';
import { endedStatus } from './taskFields';

/**
 * The number of tasks whose progress is passed on; the oldest is dropped, because a client need not ask how
 * a task ended.
 */
const mostTasks = 1_000;

/**
 * Passes on the progress of tasks that their clients follow themselves: the token of a request is valid as
 * long as its task (2025-11-25, "Tasks", progress).
 */
export class OpenTasks {
  readonly #progress = new Map<string, Disposable>();

  /** Adds the task in a result, with the listener of its progress. */
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

  /** Learns from a result or a notification which tasks have ended. */
  heard(method: string, params: McpObject, result: McpObject = {}): void {
    if (this.#progress.size === 0 || !/^(notifications\/)?tasks\//.test(method)) return;
    if (method === 'tasks/result') this.#end(params['taskId']);
    for (const part of [params, result, result['tasks']].flat()) {
      if (isObject(part) && endedStatus.has(part['status'])) this.#end(part['taskId']);
    }
  }

  /** Learns from a failed request: the error of a task is its result, and some tasks are unknown by now. */
  refused(method: string, { taskId }: McpObject, error: unknown): void {
    if (!(error instanceof UserError) || error.code !== 'serverError') return;
    const isGone = method.startsWith('tasks/') && error.args['code'] === rpcCodes.invalidParams;
    if (isGone || method === 'tasks/result') this.#end(taskId);
  }

  #end(taskId: unknown): void {
    if (typeof taskId !== 'string') return;
    this.#progress.get(taskId)?.dispose();
    this.#progress.delete(taskId);
  }
}
