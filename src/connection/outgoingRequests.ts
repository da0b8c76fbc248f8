import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { ToolHeaders } from '../protocol/headers';
import { rpcCodes } from '../protocol/jsonRpc';
import { metaOf } from '../protocol/meta';
import { ReadCache, ListExpiry } from './caching';
import type { ListName, Progress } from './connection';
import type { Era } from './eras';
import { unwrapServerError } from './failures';
import type { Peer } from './peer';
import type { PendingRequest, OpenRequest } from './pendingRequest';
import { type IncomingRequests, UrlElicitations } from './incomingRequests';
import { followTask, TaskTools, OpenTasks } from './tasks';
import type { Transport } from './transports/transport';

/** The number of rounds of one request. */
const mostRounds = 10;
/** Milliseconds before a round without input requests. */
const emptyRoundPause = 250;
/** Limit for requests whose result is ignored, in milliseconds. */
const ignoredResultTimeout = 5_000;

interface OutgoingRequestsOptions {
  readonly kind: Transport['kind'];
  readonly incoming: IncomingRequests;
  /** Reports that a list may have changed. */
  readonly listChanged: (list: ListName) => void;
}

/**
 * Brings our requests to their results. In between there may be rounds of input requests, tasks, pages to visit, and
 * headers that have changed.
 */
export class OutgoingRequests {
  readonly #headers: ToolHeaders | undefined;
  // The legacy era alone has task tools, open tasks and URL elicitations.
  readonly #taskTools: TaskTools | undefined;
  readonly #openTasks: OpenTasks | undefined;
  readonly #urlElicitations: UrlElicitations | undefined;
  readonly #expiry: ListExpiry;
  readonly #incoming: IncomingRequests;
  #reads = new ReadCache();

  constructor(
    private readonly peer: Peer<OpenRequest>,
    private readonly era: Era,
    { kind, incoming, listChanged }: OutgoingRequestsOptions,
  ) {
    const { era: name, capabilities } = era.handshake;
    this.#incoming = incoming;
    this.#expiry = new ListExpiry(listChanged);
    if (name === 'modern') {
      // No other transport has headers.
      this.#headers = kind === 'http' ? new ToolHeaders() : undefined;
    } else {
      this.#taskTools = new TaskTools(capabilities);
      this.#openTasks = new OpenTasks();
      this.#urlElicitations = new UrlElicitations(incoming);
    }
  }

  /**
   * Sends a request, in as many rounds as its result takes.
   * @throws what `Peer.request` does; UserError `tooManyRounds`, `protocolError`, `questionRefused`.
   */
  async run(params: McpObject, pending: PendingRequest): Promise<McpObject> {
    this.#expiry.onRequest(pending.method);
    for (let round = 1; ; round++) {
      try {
        return await this.#run(params, pending);
      } catch (error) {
        const isLast = round === mostRounds;
        if (isLast || !(await this.#urlElicitations?.wereCompleted(error, pending))) throw error;
        await mayRepeat(pending);
      }
    }
  }

  async #run(params: McpObject, pending: PendingRequest): Promise<McpObject> {
    const { method, options } = pending;
    if (method === 'tools/call' && this.#taskTools?.requires(params)) {
      return this.#runAsTask(params, pending);
    }
    if (this.#openTasks && params['task'] !== undefined) {
      return this.#beginTask(params, pending, this.#openTasks);
    }
    const reads = this.#reads;
    const known = reads.get(method, params);
    if (known) return known;
    let sent = params;
    for (let round = 0; round < mostRounds; round++) {
      const result = await this.#sendWithHeaders(method, sent, pending);
      const kind = this.era.kindOf(result);
      if (kind === 'complete' && round === 0) reads.keep(method, params, result);
      if (kind === 'complete') {
        this.era.onResult(method, params);
        return result;
      }
      if (kind === 'task') return this.#taskOf(result, pending);
      if (options.passRounds) return result;
      sent = { ...params, ...(await this.#nextRound(result, pending)) };
    }
    throw new UserError('tooManyRounds', { method, rounds: mostRounds });
  }

  /** Updates what is known by a notification of the server. */
  onNotification(method: string, params: McpObject): void {
    this.#reads.onNotification(method, params);
    this.#openTasks?.observe(method, params);
    this.#urlElicitations?.onNotification(method, params);
  }

  /** Drops cached results, because they were meant for the previous account, including those still to come. */
  forget(): void {
    this.#reads = new ReadCache();
  }

  async #runAsTask(params: McpObject, pending: PendingRequest): Promise<McpObject> {
    const { sent, progress } = this.#withToken({ ...params, task: {} }, pending);
    try {
      const result = await this.#send(pending.method, sent, pending);
      const { task } = result;
      return isObject(task) ? await this.#follow(task, pending) : result;
    } finally {
      progress.dispose();
    }
  }

  /** Starts a task that its client follows itself, and passes its progress on. */
  async #beginTask(
    params: McpObject,
    pending: PendingRequest,
    tasks: OpenTasks,
  ): Promise<McpObject> {
    const { sent, progress } = this.#withToken(params, pending);
    try {
      const result = await this.#send(pending.method, sent, pending);
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
    pending: PendingRequest,
  ): { sent: McpObject; progress: Disposable } {
    const progressToken = randomUUID();
    const progress = this.peer.watchProgress(progressToken, (progress) =>
      reportProgress(progress, pending),
    );
    return { sent: { ...params, _meta: { ...metaOf(params), progressToken } }, progress };
  }

  /** The params of the next round: the answers, and the state unchanged. */
  async #nextRound(result: McpObject, pending: PendingRequest): Promise<McpObject> {
    const { inputRequests, requestState } = result;
    const isEmpty = !isObject(inputRequests) || Object.keys(inputRequests).length === 0;
    const { signal } = pending.deadline;
    if (isEmpty) await delay(emptyRoundPause, undefined, { signal }).catch(() => undefined);
    const inputResponses = isEmpty
      ? undefined
      : await this.#incoming.answerAll(inputRequests, pending);
    // The server is active.
    pending.deadline.touch();
    return {
      ...(inputResponses && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    };
  }

  /** Follows a task; only a call may become one (extension "Tasks", supported requests). */
  async #taskOf(begun: McpObject, pending: PendingRequest): Promise<McpObject> {
    const { method, options } = pending;
    if (method !== 'tools/call') {
      const message = `${method} was answered by a task, which only a call may be.`;
      throw new UserError('protocolError', { message });
    }
    return options.passTasks ? begun : this.#follow(begun, pending);
  }

  #follow(begun: McpObject, pending: PendingRequest): Promise<McpObject> {
    return followTask(begun, {
      era: this.era.handshake.era,
      signal: pending.deadline.signal,
      request: (method, params) => this.#send(method, params, pending),
      answer: (inputRequests) => this.#incoming.answerAll(inputRequests, pending),
      progress: (progress) => reportProgress(progress, pending),
      touch: () => pending.deadline.touch(),
      sendAndForget: (method, params) => this.#sendAndForget(method, params),
    });
  }

  #sendAndForget(method: string, params: McpObject): void {
    const options = { signal: AbortSignal.timeout(ignoredResultTimeout), notifiesCancel: false };
    this.peer.request(method, this.era.withMeta(params), options).catch(() => undefined);
  }

  /** Repeats a call with wrong headers once, with those of the tool as it is now. */
  async #sendWithHeaders(
    method: string,
    params: McpObject,
    pending: PendingRequest,
  ): Promise<McpObject> {
    try {
      return await this.#sendOrRepeat(method, params, pending);
    } catch (error) {
      const isMismatch =
        error instanceof UserError && error.args['code'] === rpcCodes.headerMismatch;
      if (!isMismatch || method !== 'tools/call' || !this.#headers) throw error;
      await this.#headers.refresh(params, (list, cursor) => this.#send(list, cursor, pending));
      await mayRepeat(pending);
      return this.#send(method, params, pending);
    }
  }

  /**
   * Repeats a read-only request that broke off before its response, which is lost in the modern era (2026-07-28,
   * "Streamable HTTP").
   */
  async #sendOrRepeat(
    method: string,
    params: McpObject,
    pending: PendingRequest,
  ): Promise<McpObject> {
    try {
      return await this.#send(method, params, pending);
    } catch (error) {
      const isCut = error instanceof UserError && error.code === 'connectionClosed';
      const isRepeatable = this.#headers && method !== 'tools/call' && isCut;
      if (!isRepeatable || pending.deadline.signal.aborted) throw error;
      return this.#send(method, params, pending);
    }
  }

  async #send(method: string, params: McpObject, pending: PendingRequest): Promise<McpObject> {
    const headers = method === 'tools/call' ? this.#headers?.of(params) : undefined;
    try {
      const result = await this.peer.request(method, this.era.withMeta(params), {
        signal: pending.deadline.signal,
        notifiesCancel: this.era.notifiesCancel,
        onProgress: (progress) => reportProgress(progress, pending),
        context: pending,
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

function reportProgress(progress: Progress, { deadline, options }: PendingRequest): void {
  deadline.touch();
  options.onProgress?.(progress);
}
