import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { rpcCodes } from '../protocol/jsonRpc';
import type { ListName, Progress } from './connection';
import { metaOf } from '../protocol/meta';
import type { Era } from './eras';
import type { PendingRequest, RequestContext } from './pendingRequest';
import { unwrapServerError } from './failures';
import type { Peer } from './peer';
import { type ServerRequests, UrlElicitations } from './serverRequests';
import { ReadCache, ListExpiry } from './caching';
import { followTask, TaskTools, OpenTasks } from './tasks';
import type { Transport } from './transports/transport';
import { ToolHeaders } from '../protocol/headers';

/** The number of rounds of one request. */
const mostRounds = 10;
/** Milliseconds before a round without input requests. */
const emptyRoundPause = 250;
/** Limit for requests whose result is ignored, in milliseconds. */
const tellTime = 5_000;

export interface RequestsPort {
  readonly kind: Transport['kind'];
  readonly peer: Peer<RequestContext>;
  readonly questions: ServerRequests;
  /** Reports that a list may have changed. */
  listChanged(list: ListName): void;
}

/** Executes our requests: rounds of input requests, tasks, and repeats. */
export class Requests {
  readonly #headers: ToolHeaders | undefined;
  readonly #taskTools: TaskTools | undefined;
  /** Of the legacy era only. */
  readonly #openTasks: OpenTasks | undefined;
  readonly #pages: UrlElicitations | undefined;
  readonly #expiry = new ListExpiry((list) => this.port.listChanged(list));
  #reads = new ReadCache();

  constructor(
    private readonly port: RequestsPort,
    private readonly era: Era,
  ) {
    // No other transport has headers, and no earlier era these.
    const hasHeaders = port.kind === 'http' && era.handshake.era === 'modern';
    this.#headers = hasHeaders ? new ToolHeaders() : undefined;
    const { era: name, capabilities } = era.handshake;
    this.#taskTools = name === 'legacy' ? new TaskTools(capabilities) : undefined;
    this.#openTasks = name === 'legacy' ? new OpenTasks() : undefined;
    this.#pages = name === 'legacy' ? new UrlElicitations(port.questions) : undefined;
  }

  /**
   * Sends a request, in as many rounds as its result takes.
   * @throws what `Peer.request` does; UserError `tooManyRounds`, `protocolError`, `questionRefused`.
   */
  async run(params: McpObject, exchange: PendingRequest): Promise<McpObject> {
    this.#expiry.onRequest(exchange.method);
    for (let round = 1; ; round++) {
      try {
        return await this.#run(params, exchange);
      } catch (error) {
        const isLast = round === mostRounds;
        if (isLast || !(await this.#pages?.wereCompleted(error, exchange))) throw error;
        await mayRepeat(exchange);
      }
    }
  }

  async #run(params: McpObject, exchange: PendingRequest): Promise<McpObject> {
    const { method, options } = exchange;
    if (method === 'tools/call' && this.#taskTools?.requires(params)) {
      return this.#runAsTask(params, exchange);
    }
    if (this.#openTasks && params['task'] !== undefined) {
      return this.#beginTask(params, exchange, this.#openTasks);
    }
    const reads = this.#reads;
    const known = reads.get(method, params);
    if (known) return known;
    let sent = params;
    for (let round = 0; round < mostRounds; round++) {
      const result = await this.#sendDespiteHeaders(method, sent, exchange);
      const kind = this.era.kindOf(result);
      if (kind === 'complete' && round === 0) reads.keep(method, params, result);
      if (kind === 'complete') {
        this.era.onResult(method, params);
        return result;
      }
      if (kind === 'task') return this.#taskOf(result, exchange);
      if (options.passRounds) return result;
      sent = { ...params, ...(await this.#nextRound(result, exchange)) };
    }
    throw new UserError('tooManyRounds', { method, rounds: mostRounds });
  }

  /** Updates what is known by a notification of the server. */
  onNotification(method: string, params: McpObject): void {
    this.#reads.onNotification(method, params);
    this.#openTasks?.observe(method, params);
    this.#pages?.onNotification(method, params);
  }

  /**
   * Drops cached results, because they were meant for the previous account, including those still to come.
   */
  forget(): void {
    this.#reads = new ReadCache();
  }

  async #runAsTask(params: McpObject, exchange: PendingRequest): Promise<McpObject> {
    const { sent, progress } = this.#withToken({ ...params, task: {} }, exchange);
    try {
      const result = await this.#send(exchange.method, sent, exchange);
      const { task } = result;
      return isObject(task) ? await this.#follow(task, exchange) : result;
    } finally {
      progress.dispose();
    }
  }

  /** Starts a task that its client follows itself, and passes its progress on. */
  async #beginTask(
    params: McpObject,
    exchange: PendingRequest,
    tasks: OpenTasks,
  ): Promise<McpObject> {
    const { sent, progress } = this.#withToken(params, exchange);
    try {
      const result = await this.#send(exchange.method, sent, exchange);
      tasks.begun(result, progress);
      return result;
    } catch (error) {
      progress.dispose();
      throw error;
    }
  }

  /** Adds a progress token of its own, because the progress outlives the response. */
  #withToken(
    params: McpObject,
    exchange: PendingRequest,
  ): { sent: McpObject; progress: Disposable } {
    const progressToken = randomUUID();
    const progress = this.port.peer.watchProgress(progressToken, (told) =>
      tellProgress(told, exchange),
    );
    return { sent: { ...params, _meta: { ...metaOf(params), progressToken } }, progress };
  }

  /** The params of the next round: the answers, and the state unchanged. */
  async #nextRound(result: McpObject, exchange: PendingRequest): Promise<McpObject> {
    const { inputRequests, requestState } = result;
    const isEmpty = !isObject(inputRequests) || Object.keys(inputRequests).length === 0;
    const { signal } = exchange.deadline;
    if (isEmpty) await delay(emptyRoundPause, undefined, { signal }).catch(() => undefined);
    const inputResponses = isEmpty
      ? undefined
      : await this.port.questions.answerAll(inputRequests, exchange);
    // The server is at work, and has just said so.
    exchange.deadline.touch();
    return {
      ...(inputResponses && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    };
  }

  /** Follows a task; only a call may become one (extension "Tasks", supported requests). */
  async #taskOf(begun: McpObject, exchange: PendingRequest): Promise<McpObject> {
    const { method, options } = exchange;
    if (method !== 'tools/call') {
      const message = `${method} was answered by a task, which only a call may be.`;
      throw new UserError('protocolError', { message });
    }
    return options.passTasks ? begun : this.#follow(begun, exchange);
  }

  #follow(begun: McpObject, exchange: PendingRequest): Promise<McpObject> {
    const { questions } = this.port;
    return followTask(begun, {
      era: this.era.handshake.era,
      signal: exchange.deadline.signal,
      request: (method, params) => this.#send(method, params, exchange),
      answer: (inputRequests) => questions.answerAll(inputRequests, exchange),
      progress: (progress) => tellProgress(progress, exchange),
      touch: () => exchange.deadline.touch(),
      sendAndForget: (method, params) => this.#tell(method, params),
    });
  }

  #tell(method: string, params: McpObject): void {
    const options = { signal: AbortSignal.timeout(tellTime), notifiesCancel: false };
    this.port.peer.request(method, this.era.withMeta(params), options).catch(() => undefined);
  }

  /** Repeats a call with wrong headers once, with those of the tool as it is now. */
  async #sendDespiteHeaders(
    method: string,
    params: McpObject,
    exchange: PendingRequest,
  ): Promise<McpObject> {
    try {
      return await this.#sendAgain(method, params, exchange);
    } catch (error) {
      const isMismatch =
        error instanceof UserError && error.args['code'] === rpcCodes.headerMismatch;
      if (!isMismatch || method !== 'tools/call' || !this.#headers) throw error;
      await this.#headers.refresh(params, (list, cursor) => this.#send(list, cursor, exchange));
      await mayRepeat(exchange);
      return this.#send(method, params, exchange);
    }
  }

  /**
   * Repeats a read-only request that broke off before its response, which is lost in the modern era
   * (2026-07-28, "Streamable HTTP").
   */
  async #sendAgain(
    method: string,
    params: McpObject,
    exchange: PendingRequest,
  ): Promise<McpObject> {
    try {
      return await this.#send(method, params, exchange);
    } catch (error) {
      const isCut = error instanceof UserError && error.code === 'connectionClosed';
      const mayAgain = this.#headers && method !== 'tools/call' && isCut;
      if (!mayAgain || exchange.deadline.signal.aborted) throw error;
      return this.#send(method, params, exchange);
    }
  }

  async #send(method: string, params: McpObject, exchange: PendingRequest): Promise<McpObject> {
    const headers = method === 'tools/call' ? this.#headers?.of(params) : undefined;
    try {
      const result = await this.port.peer.request(method, this.era.withMeta(params), {
        signal: exchange.deadline.signal,
        notifiesCancel: this.era.notifiesCancel,
        onProgress: (progress) => tellProgress(progress, exchange),
        context: exchange,
        headers,
      });
      if (method === 'tools/list') {
        this.#headers?.learn(result);
        this.#taskTools?.learn(result);
      }
      this.#expiry.learn(method, params, result);
      this.#openTasks?.observe(method, params, result);
      return result;
    } catch (error) {
      this.#openTasks?.refused(method, params, error);
      throw this.era.handshake.era === 'modern' ? unwrapServerError(error) : error;
    }
  }
}

/** Asks if a call may be repeated, because much may have changed; the limits are paused meanwhile. */
async function mayRepeat({ options, deadline }: PendingRequest): Promise<void> {
  const pause = deadline.pause();
  try {
    await options.mayRepeat?.();
  } finally {
    pause.dispose();
  }
}

function tellProgress(progress: Progress, { deadline, options }: PendingRequest): void {
  deadline.touch();
  options.onProgress?.(progress);
}
