import { setTimeout as delay } from 'node:timers/promises';
import { BoundedMap } from '../base/bounded';
import type { Disposable } from '../base/disposable';
import { hasCode, UserError } from '../base/errors';
import { asText, isObject, valueAt } from '../base/json';
import type { McpObject, Handshake } from '../ipc/state';
import { rpcCodes } from '../protocol/rpcCodes';
import type { Progress } from './connection';
import { isOutOfReach } from './failures';

/** The request that has become a task, within its limits. */
export interface TaskContext {
  readonly era: Handshake['era'];
  readonly signal: AbortSignal;
  /** True if the connection has ended. */
  readonly isEnded: boolean;
  request(method: string, params: McpObject): Promise<McpObject>;
  /** Answers `inputRequests`; the `inputResponses` have the same keys. */
  answer(inputRequests: unknown): Promise<McpObject>;
  progress(progress: Progress): void;
  /** Progress has the task, and is told with each of its statuses. */
  readonly tellsStatus?: boolean;
  /** Restarts the silence of the call, because the server is active. */
  touch(): void;
  /** Milliseconds of silence after which the call fails. */
  readonly idleTimeout: number;
  /** Sends a request whose result is ignored, also after the limits have expired. */
  sendAndForget(method: string, params: McpObject): void;
}

/**
 * Polls a task, as often as its server wants, until the call has its result (2025-11-25, "Tasks", and the extension
 * `io.modelcontextprotocol/tasks`). A task that is abandoned, as by an aborted signal, is cancelled.
 * @param begun the task as its creation describes it.
 * @throws UserError `taskFailed`, `taskCancelled`, `taskGone`, `protocolError`, or what a request throws.
 */
export async function followTask(begun: McpObject, context: TaskContext): Promise<McpObject> {
  const { taskId } = begun;
  if (typeof taskId === 'string') return new FollowedTask(taskId, context).result(begun);
  throw new UserError('protocolError', { message: 'The task has no taskId.' });
}

/** Tries of a request that may fail in a row, because a task outlives a broken connection. */
const mostFailures = 3;

/** HTTP statuses of a server that has not taken a request. */
const untaken: ReadonlySet<unknown> = new Set([429, 502, 503]);

/** True for a failure that says nothing about the task, of a request that may be sent again. */
function isPassing({ code, args, reason }: UserError, method: string): boolean {
  // The answers of a person go to the server once.
  if (method === 'tasks/update') return code === 'unreachable' || untaken.has(args['status']);
  return code === 'timedOut' || code === 'connectionClosed' || isOutOfReach(reason);
}

/** A task of a server from its creation to its result, in either era. */
class FollowedTask {
  /** Input requests that were answered; a server lists them until it has read the answers. */
  readonly #answered = new Set<string>();
  /** The response to `tasks/result`, once requested. */
  #result: Promise<McpObject> | undefined;
  readonly #hasResult = new AbortController();
  /** True if the task has ended, or the server does not know it. */
  #isOver = false;
  #message: unknown;
  #status: unknown;
  #steps = 0;
  #polls = 0;

  constructor(
    private readonly taskId: string,
    private readonly context: TaskContext,
  ) {}

  /**
   * The result of the call.
   * @throws see {@link followTask}.
   */
  async result(created: McpObject): Promise<McpObject> {
    try {
      return await this.#follow(created);
    } catch (error) {
      if (!this.#isOver) this.context.sendAndForget('tasks/cancel', { taskId: this.taskId });
      throw error;
    }
  }

  async #follow(created: McpObject): Promise<McpObject> {
    let task = created;
    for (;;) {
      this.#polled(task);
      this.#isOver = endedStatus.has(task['status']);
      switch (task['status']) {
        case 'completed':
          return this.#isModern ? resultOf(task) : this.#awaitResult();
        case 'failed':
          if (this.#isModern) throw failureOf(task);
          return await this.#failedResult(task);
        case 'cancelled':
          throw new UserError('taskCancelled', messageOf(task));
        case 'input_required':
          // A legacy server sends its input requests while the result is awaited.
          if (this.#isModern) await this.#answerAll(task['inputRequests']);
          else void this.#awaitResult();
          break;
        default:
      }
      // A server may want fewer polls than the call can wait for.
      await this.#pause(Math.min(intervalOf(task), this.context.idleTimeout / 2));
      const next = await this.#look();
      if (!next) return this.#awaitResult();
      task = next;
    }
  }

  /** The task as it is now; `undefined` once the response to `tasks/result` has come, which says more. */
  async #look(): Promise<McpObject | undefined> {
    const { signal } = this.#hasResult;
    if (signal.aborted) return undefined;
    try {
      return await this.#ask('tasks/get');
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  get #isModern(): boolean {
    return this.context.era === 'modern';
  }

  /** Requests `tasks/result`, which is answered at the end of the task. The polls prove that the task goes on. */
  #awaitResult(): Promise<McpObject> {
    if (!this.#result) {
      this.#result = this.#ask('tasks/result');
      void this.#result.catch(() => undefined).then(() => this.#hasResult.abort());
    }
    return this.#result;
  }

  /** Waits until the next poll or the result. */
  async #pause(milliseconds: number): Promise<void> {
    const signal = AbortSignal.any([this.context.signal, this.#hasResult.signal]);
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
    this.context.signal.throwIfAborted();
  }

  /** Sends a request, and again after a passing failure. */
  async #ask(
    method: 'tasks/get' | 'tasks/result' | 'tasks/update',
    params?: McpObject,
  ): Promise<McpObject> {
    let polls = this.#polls;
    for (let failures = 0; ; failures++) {
      try {
        return await this.#send(method, params);
      } catch (error) {
        if (!(error instanceof UserError) || !isPassing(error, method)) throw error;
        // A wait for the result may be cut off again and again, while the task goes on.
        if (this.#polls !== polls) failures = 0;
        polls = this.#polls;
        if (failures === mostFailures || this.context.isEnded) throw error;
        await this.#pause(usualInterval);
        if (method === 'tasks/get' && this.#hasResult.signal.aborted) throw error;
      }
    }
  }

  /** Sends a request about the task. */
  async #send(method: string, params: McpObject = {}): Promise<McpObject> {
    try {
      return await this.context.request(method, { taskId: this.taskId, ...params });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (method === 'tasks/get' && error.args['code'] === rpcCodes.invalidParams) {
        this.#isOver = true;
        throw new UserError('taskGone', messageOf(error.args), { cause: error });
      }
      // The error is the result of the task.
      if (method === 'tasks/result' && error.code === 'serverError') this.#isOver = true;
      throw error;
    }
  }

  /** The result of a failed task of the legacy era: its error, or a result that describes it. */
  async #failedResult(task: McpObject): Promise<McpObject> {
    try {
      return await this.#awaitResult();
    } catch (error) {
      if (typeof task['statusMessage'] !== 'string') throw error;
      throw new UserError('taskFailed', messageOf(task), { cause: error });
    }
  }

  async #answerAll(requests: unknown): Promise<void> {
    const open = Object.entries(isObject(requests) ? requests : {}).filter(
      ([key]) => !this.#answered.has(key),
    );
    if (open.length === 0) return;
    const inputResponses = await this.context.answer(Object.fromEntries(open));
    for (const [key] of open) this.#answered.add(key);
    await this.#ask('tasks/update', { inputResponses });
  }

  /** Counts a poll as activity and reports its message, and its status if that is told, as progress. */
  #polled({ status, statusMessage }: McpObject): void {
    const { context, taskId: id } = this;
    this.#polls += 1;
    context.touch();
    const isSaid = typeof statusMessage === 'string' && statusMessage !== this.#message;
    const isTold = context.tellsStatus === true && status !== this.#status;
    if (!isSaid && !isTold) return;
    this.#message = statusMessage;
    this.#status = status;
    this.#steps += 1;
    context.progress({
      progress: this.#steps,
      ...messageOf({ statusMessage }),
      ...(context.tellsStatus && { task: { id, status: String(status) } }),
    });
  }
}

/** The polling interval of a task whose server names none, in milliseconds. */
const usualInterval = 1_000;
/** The bounds of the interval that a server names. */
const shortestInterval = 50;
const longestInterval = 60_000;

/** The final statuses of a task. */
export const endedStatus: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/** Milliseconds until the next poll (`pollInterval`, in the modern era `pollIntervalMs`). */
function intervalOf({ pollInterval, pollIntervalMs }: McpObject): number {
  const wanted = pollIntervalMs ?? pollInterval;
  if (typeof wanted !== 'number') return usualInterval;
  return Math.min(Math.max(wanted, shortestInterval), longestInterval);
}

/**
 * The result of a completed task of the modern era.
 * @throws UserError `protocolError`.
 */
function resultOf({ result }: McpObject): McpObject {
  if (isObject(result)) return result;
  throw new UserError('protocolError', { message: 'The completed task has no result.' });
}

/** The error of a failed task of the modern era, which is the error of the call. */
function failureOf(task: McpObject): UserError {
  const { error } = task;
  if (!isObject(error) || typeof error['code'] !== 'number') {
    return new UserError('taskFailed', messageOf(task));
  }
  const { code, message } = error;
  const args = { code, message: asText(message) };
  return new UserError('serverError', args, { cause: error });
}

/** The message of a task or of an error, as arguments of a reason. */
function messageOf({ statusMessage, message }: McpObject): { message?: string } {
  const said = statusMessage ?? message;
  return typeof said === 'string' ? { message: said } : {};
}

/**
 * The tools of a legacy server that run only as tasks, or can, by its last lists (2025-11-25, "Tasks", tool-level
 * negotiation). In the modern era the server decides.
 */
export class TaskTools {
  readonly #support = new Map<unknown, unknown>();
  readonly #canRunTasks: boolean;

  constructor(capabilities: McpObject) {
    this.#canRunTasks = valueAt(capabilities, ['tasks', 'requests', 'tools', 'call']) !== undefined;
  }

  /** Learns from a page of `tools/list`. */
  learn({ tools }: McpObject): void {
    for (const tool of Array.isArray(tools) ? (tools as unknown[]) : []) {
      if (!isObject(tool)) continue;
      const support = valueAt(tool, ['execution', 'taskSupport']);
      if (support === undefined) this.#support.delete(tool['name']);
      else this.#support.set(tool['name'], support);
    }
  }

  /**
   * True if a `tools/call` has to be sent as a task, or can be where that is wanted. A caller that requests a task
   * follows it itself.
   */
  requires(params: McpObject, isWanted = false): boolean {
    if (!this.#canRunTasks || params['task'] !== undefined) return false;
    const support = this.#support.get(params['name']);
    return support === 'required' || (isWanted && support === 'optional');
  }
}

/**
 * The number of tasks whose progress is passed on; the oldest is dropped, because a client need not ask how a task
 * ended.
 */
const mostTasks = 1_000;

/**
 * Passes on the progress of tasks that their clients follow themselves: the token of a request is valid as long as
 * its task (2025-11-25, "Tasks", progress).
 */
export class OpenTasks {
  readonly #progress = new BoundedMap<string, Disposable>(mostTasks, (progress) =>
    progress.dispose(),
  );

  /** Adds the task in a result, with the listener of its progress; false if the task has ended. */
  add({ task }: McpObject, progress: Disposable): boolean {
    if (!isObject(task) || typeof task['taskId'] !== 'string' || endedStatus.has(task['status']))
      return false;
    this.#end(task['taskId']);
    this.#progress.set(task['taskId'], progress);
    return true;
  }

  /** Learns from a result or a notification which tasks have ended. */
  observe(method: string, params: McpObject, result: McpObject = {}): void {
    if (this.#progress.size === 0 || !/^(notifications\/)?tasks\//.test(method)) return;
    if (method === 'tasks/result') this.#end(params['taskId']);
    for (const part of [params, result, result['tasks']].flat()) {
      if (isObject(part) && endedStatus.has(part['status'])) this.#end(part['taskId']);
    }
  }

  /** Learns from a failed request: the error of a task is its result, and some tasks are unknown by now. */
  refused(method: string, { taskId }: McpObject, error: unknown): void {
    if (!hasCode(error, 'serverError')) return;
    const isGone = method.startsWith('tasks/') && error.args['code'] === rpcCodes.invalidParams;
    if (isGone || method === 'tasks/result') this.#end(taskId);
  }

  #end(taskId: unknown): void {
    if (typeof taskId !== 'string') return;
    this.#progress.get(taskId)?.dispose();
    this.#progress.delete(taskId);
  }
}
