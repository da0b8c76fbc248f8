import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { rpcCodes } from '../protocol/jsonRpc';
import {
  endedStatus,
  failureOf,
  intervalOf,
  messageOf,
  resultOf,
  usualInterval,
} from './taskFields';
import type { TaskWork } from './taskFollower';

/** Polls that may fail in a row, because a task outlives a broken connection. */
const mostFailures = 3;

/** Failures of a poll that say nothing about the task. */
const passing: ReadonlySet<string> = new Set(['unreachable', 'timedOut']);

/** A task of a server from its creation to its result, in either era. */
export class FollowedTask {
  /** Input requests that were answered; a server lists them until it has read the answers. */
  readonly #answered = new Set<string>();
  /** The response to `tasks/result`, once requested. */
  #result: Promise<McpObject> | undefined;
  readonly #hasResult = new AbortController();
  /** True if the task has ended, or the server does not know it. */
  #isOver = false;
  #message: unknown;
  #steps = 0;

  constructor(
    private readonly taskId: string,
    private readonly work: TaskWork,
  ) {}

  /**
   * The result of the call.
   * @throws see {@link followTask}.
   */
  async result(created: McpObject): Promise<McpObject> {
    try {
      return await this.#follow(created);
    } catch (error) {
      // Nobody would ever ask for its result.
      if (!this.#isOver) this.work.tell('tasks/cancel', { taskId: this.taskId });
      throw error;
    }
  }

  async #follow(created: McpObject): Promise<McpObject> {
    let task = created;
    for (;;) {
      this.#heard(task);
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
          // The questions of a legacy task come while its result is awaited.
          if (this.#isModern) await this.#answerAll(task['inputRequests']);
          else void this.#awaitResult();
          break;
        default:
      }
      await this.#pause(intervalOf(task));
      if (this.#hasResult.signal.aborted) return this.#awaitResult();
      task = await this.#look();
    }
  }

  get #isModern(): boolean {
    return this.work.era === 'modern';
  }

  /**
   * Requests `tasks/result`, which is answered at the end of the task. The polls prove that the task goes
   * on.
   */
  #awaitResult(): Promise<McpObject> {
    if (!this.#result) {
      this.#result = this.#send('tasks/result');
      void this.#result.catch(() => undefined).then(() => this.#hasResult.abort());
    }
    return this.#result;
  }

  /** Waits until the next poll or the result. */
  async #pause(milliseconds: number): Promise<void> {
    const signal = AbortSignal.any([this.work.signal, this.#hasResult.signal]);
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
    this.work.signal.throwIfAborted();
  }

  async #look(): Promise<McpObject> {
    for (let failures = 0; ; failures++) {
      try {
        return await this.#send('tasks/get');
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        if (failures === mostFailures || !passing.has(error.code)) throw error;
        await this.#pause(usualInterval);
      }
    }
  }

  /**
   * Sends a request about the task. A lost session becomes `connectionClosed`, because an accepted call is
   * never repeated.
   */
  async #send(method: string, params: McpObject = {}): Promise<McpObject> {
    try {
      return await this.work.request(method, { taskId: this.taskId, ...params });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (error.code === 'sessionLost') {
        throw new UserError('connectionClosed', { method }, { because: error.reason });
      }
      if (method === 'tasks/get' && error.args['code'] === rpcCodes.invalidParams) {
        this.#isOver = true;
        throw new UserError('taskGone', messageOf(error.args), { cause: error });
      }
      // An error in the place of the result is the result.
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
    const inputResponses = await this.work.answer(Object.fromEntries(open));
    for (const [key] of open) this.#answered.add(key);
    await this.#send('tasks/update', { inputResponses });
  }

  /** Counts a poll as activity and reports its message as progress. */
  #heard({ statusMessage }: McpObject): void {
    this.work.touch();
    if (typeof statusMessage !== 'string' || statusMessage === this.#message) return;
    this.#message = statusMessage;
    this.#steps += 1;
    this.work.progress({ progress: this.#steps, message: statusMessage });
  }
}
