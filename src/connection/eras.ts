import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Aborter, raceAbort, type Abortable } from '../base/abort';
import { reasonOf, UserError } from '../base/errors';
import { asText, isObject, ownValue } from '../base/json';
import { Sequencer } from '../base/sequencer';
import type { LogLevel } from '../ipc/contract';
import type { Handshake, McpObject } from '../ipc/state';
import { defaultLogLevel, logLevelOf, mostVerbose } from '../protocol/logLevels';
import { ToolHeaders } from '../protocol/headers';
import type { RpcNotification, RpcRequest } from '../protocol/jsonRpc';
import type { ListName } from '../protocol/lists';
import { rpcCodes } from '../protocol/rpcCodes';
import { requestMeta, withMeta, metaKeys, metaOf } from '../protocol/meta';
import { ReadCache, ListExpiry } from './caching';
import type { Connection, ConnectionLog, Progress } from './connection';
import { unwrapServerError } from './failures';
import { type IncomingRequests, UrlElicitations } from './incomingRequests';
import { logText } from './logEntries';
import type { OpenRequest, Peer, PendingRequest } from './peer';
import { Subscriptions } from './subscriptions';
import { followTask, TaskTools, OpenTasks } from './tasks';
import { defaultIdleTimeout } from './timeouts';
import type { Transport } from './transports/transport';

/** The connection as an era uses it. */
export interface EraContext {
  readonly handshake: Handshake;
  /** The declared client capabilities. */
  readonly capabilities: McpObject;
  readonly kind: Transport['kind'];
  readonly peer: Peer;
  readonly incoming: IncomingRequests;
  readonly request: Connection['request'];
  readonly log: (entry: ConnectionLog) => void;
  /** Reports that a list may have changed. */
  readonly listChanged: (list: ListName) => void;
  /** Reports that changes may have been missed. */
  readonly missed: () => void;
}

/** The number of rounds of one request. */
const mostRounds = 10;
/** Milliseconds before a round without input requests. */
const emptyRoundPause = 250;
/** Limit for requests whose result is ignored, in milliseconds. */
const ignoredResultTimeout = 5_000;

/** The next step after a result: return it, answer its input requests, or follow its task. */
type ResultKind = 'complete' | 'inputRequired' | 'task';

/**
 * An era of the protocol during a connection: how our requests come to their results, and how we learn of changes.
 * The subclasses are the differences between the eras.
 */
export abstract class Era {
  readonly handshake: Handshake;
  /** True if the server may send requests. */
  abstract readonly hasServerRequests: boolean;
  /** The resources whose updates are notified. */
  abstract readonly watched: ReadonlySet<string>;
  /** The cheapest request that each server of the era has to answer. */
  abstract readonly probe: Pick<Required<RpcRequest>, 'method' | 'params'>;
  /** True if aborting a request sends `notifications/cancelled`. */
  protected abstract readonly notifiesCancel: boolean;
  /** The attempts at one round, while {@link repair} finds a remedy. */
  protected abstract readonly mostAttempts: number;
  readonly #expiry: ListExpiry;
  #reads = new ReadCache();

  constructor(protected readonly context: EraContext) {
    this.handshake = context.handshake;
    this.#expiry = new ListExpiry(context.listChanged);
  }

  /**
   * Sends a request, in as many rounds as its result takes.
   * @throws what `Peer.request` does; UserError `tooManyRounds`, `protocolError`, `questionRefused`.
   */
  async run(pending: PendingRequest): Promise<McpObject> {
    const { method, params, options } = pending;
    this.#expiry.onRequest(method);
    const reads = this.#reads;
    const known = reads.get(method, params);
    if (known) return known;
    const { drops } = reads;
    let sent = params;
    for (let round = 1; round <= mostRounds; round++) {
      const result = await this.#attempt(sent, pending);
      const kind = this.kindOf(result);
      if (kind === 'complete') {
        if (round === 1 && reads.drops === drops) reads.keep(method, params, result);
        this.onResult(method, params);
        return result;
      }
      if (kind === 'task') return this.#taskOf(result, pending);
      if (options.passRounds) return result;
      sent = { ...params, ...(await this.#nextRound(result, pending)) };
    }
    throw new UserError('tooManyRounds', { method, rounds: mostRounds });
  }

  /**
   * Updates what is known by a notification.
   * @returns true if it is to be passed on.
   */
  onNotification({ method, params = {} }: RpcNotification, _during?: OpenRequest): boolean {
    this.#reads.onNotification(method, params);
    return true;
  }

  /** Drops cached results, because they were meant for the previous account, including those still to come. */
  forget(): void {
    this.#reads = new ReadCache();
  }

  /** Starts to listen for changes. */
  abstract listen(): void;
  abstract watchResources(uris: ReadonlySet<string>): Promise<void>;
  abstract setLogLevel(level: LogLevel | undefined): Promise<void>;
  abstract notify(method: string, params?: McpObject): Promise<void>;
  abstract dispose(): void;

  /** The params of a request with the `_meta` of the era. */
  protected abstract withMeta(params: McpObject): McpObject;
  /** @throws UserError `protocolError` for an unknown kind. */
  protected abstract kindOf(result: McpObject): ResultKind;
  /** Prepares another attempt after a failure; false if there is no remedy. */
  protected abstract repair(
    error: unknown,
    params: McpObject,
    pending: PendingRequest,
  ): Promise<boolean>;
  /** Learns from the result of a single request. */
  protected abstract learn(method: string, params: McpObject, result: McpObject): void;
  /** Called with each single request that failed. */
  protected onFailure(_method: string, _params: McpObject, _error: unknown): void {
    // Mostly nothing is to be learned.
  }

  /** Called with each request that succeeded. */
  protected onResult(_method: string, _params: McpObject): void {
    // Mostly nothing outlasts a request.
  }

  protected headersOf(
    _method: string,
    _params: McpObject,
  ): Readonly<Record<string, string>> | undefined {
    return undefined;
  }

  /** Sends one round of a request. */
  protected perform(params: McpObject, pending: PendingRequest): Promise<McpObject> {
    return this.send(pending.method, params, pending);
  }

  /** Sends a single request within the limits of `pending`, or of a `signal` of its own. */
  protected async send(
    method: string,
    params: McpObject,
    pending: PendingRequest,
    signal: Abortable = pending.deadline,
  ): Promise<McpObject> {
    try {
      const result = await this.context.peer.request(method, this.withMeta(params), {
        signal,
        notifiesCancel: this.notifiesCancel,
        onProgress: (progress) => reportProgress(progress, pending),
        context: pending,
        headers: this.headersOf(method, params),
        isProbe: pending.options.isProbe,
      });
      this.#expiry.learn(method, params, result);
      this.learn(method, params, result);
      return result;
    } catch (raw) {
      const error = unwrapServerError(raw);
      this.onFailure(method, params, error);
      throw error;
    }
  }

  /** Follows a task to the result of its call. */
  protected follow(begun: McpObject, pending: PendingRequest): Promise<McpObject> {
    const { peer, incoming } = this.context;
    pending.isAccepted = true;
    return followTask(begun, {
      era: this.handshake.era,
      signal: pending.deadline.signal,
      get isEnded() {
        return peer.isClosed;
      },
      request: (method, params) => this.send(method, params, pending),
      answer: (inputRequests) => incoming.answerAll(inputRequests, pending),
      progress: (progress) => reportProgress(progress, pending),
      tellsStatus: pending.options.asTask === true,
      touch: () => pending.deadline.touch(),
      idleTimeout: pending.options.idleTimeout ?? defaultIdleTimeout,
      sendAndForget: (method, params) => this.sendAndForget(method, params),
    });
  }

  /** Sends a request whose result is ignored. */
  protected sendAndForget(method: string, params: McpObject): void {
    const signal = AbortSignal.timeout(ignoredResultTimeout);
    this.context.peer.request(method, this.withMeta(params), { signal }).catch(() => undefined);
  }

  async #attempt(params: McpObject, pending: PendingRequest): Promise<McpObject> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.perform(params, pending);
      } catch (error) {
        const isLast = attempt === this.mostAttempts;
        if (isLast || !(await this.repair(error, params, pending))) throw error;
      }
    }
  }

  /** Only a call may become a task (extension "Tasks", supported requests). */
  async #taskOf(begun: McpObject, pending: PendingRequest): Promise<McpObject> {
    const { method, options } = pending;
    if (method !== 'tools/call') {
      const message = `${method} was answered by a task, which only a call may be.`;
      throw new UserError('protocolError', { message });
    }
    return options.passTasks ? begun : this.follow(begun, pending);
  }

  /** The params of the next round: the answers, and the state unchanged. */
  async #nextRound(result: McpObject, pending: PendingRequest): Promise<McpObject> {
    const { inputRequests, requestState } = result;
    const isEmpty = !isObject(inputRequests) || Object.keys(inputRequests).length === 0;
    const { signal } = pending.deadline;
    if (isEmpty) await delay(emptyRoundPause, undefined, { signal }).catch(() => undefined);
    const inputResponses = isEmpty
      ? undefined
      : await this.context.incoming.answerAll(inputRequests, pending);
    // The server is active.
    pending.deadline.touch();
    return {
      ...(inputResponses && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    };
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

/** The era of sessions, negotiated by `initialize` (revisions up to 2025-11-25). */
export class LegacyEra extends Era {
  readonly hasServerRequests = true;
  readonly watched = new Set<string>();
  readonly probe = { method: 'ping', params: {} };
  protected readonly notifiesCancel = true;
  protected readonly mostAttempts = mostRounds;
  readonly #taskTools = new TaskTools(this.handshake.capabilities);
  readonly #openTasks = new OpenTasks();
  readonly #urlElicitations = new UrlElicitations(this.context.incoming);
  /** Keeps subscriptions in the order in which they were requested. */
  readonly #changes = new Sequencer();

  override onNotification(notification: RpcNotification): boolean {
    const { method, params = {} } = notification;
    this.#openTasks.observe(method, params);
    this.#urlElicitations.onNotification(method, params);
    return super.onNotification(notification);
  }

  listen(): void {
    // The server notifies without a subscription.
  }

  watchResources(uris: ReadonlySet<string>): Promise<void> {
    return this.#changes.run(async () => {
      const { resources } = this.handshake.capabilities;
      if (!isObject(resources) || !resources['subscribe']) return;
      const before = [...this.watched];
      for (const uri of uris) {
        if (!this.watched.has(uri)) await this.#requestOrLog('resources/subscribe', { uri });
      }
      for (const uri of before) {
        if (uris.has(uri)) continue;
        await this.#requestOrLog('resources/unsubscribe', { uri });
        this.watched.delete(uri);
      }
    });
  }

  /** The era cannot unset a level. */
  async setLogLevel(level: LogLevel = defaultLogLevel): Promise<void> {
    const { logging } = this.handshake.capabilities;
    if (logging) await this.#requestOrLog('logging/setLevel', { level });
  }

  notify(method: string, params?: McpObject): Promise<void> {
    return this.context.peer.notify(method, params);
  }

  dispose(): void {
    // There is nothing to release.
  }

  protected withMeta(params: McpObject): McpObject {
    return params;
  }

  protected kindOf(): ResultKind {
    return 'complete';
  }

  /** Runs a tool that requires it as a task, or whose caller wants it, and starts a task that its client follows itself. */
  protected override perform(params: McpObject, pending: PendingRequest): Promise<McpObject> {
    const isTask = params['task'] !== undefined;
    const { method, options } = pending;
    const requiresTask =
      method === 'tools/call' && this.#taskTools.requires(params, options.asTask);
    return isTask || requiresTask
      ? this.#runTask(params, pending, requiresTask)
      : super.perform(params, pending);
  }

  /** Requests a task, with a progress token of its own, because the progress outlives the response. */
  async #runTask(
    params: McpObject,
    pending: PendingRequest,
    isFollowed: boolean,
  ): Promise<McpObject> {
    const progressToken = randomUUID();
    const progress = this.context.peer.watchProgress(progressToken, (one) =>
      reportProgress(one, pending),
    );
    let isOpen = false;
    try {
      const _meta = { ...metaOf(params), progressToken };
      const sent = { task: {}, ...params, _meta };
      const result = isFollowed
        ? await this.#create(sent, pending)
        : await this.send(pending.method, sent, pending);
      const { task } = result;
      if (isFollowed) return isObject(task) ? await this.follow(task, pending) : result;
      isOpen = this.#openTasks.add(result, progress);
      return result;
    } finally {
      if (!isOpen) progress.dispose();
    }
  }

  /**
   * Creates a task. An abandoned call waits for it a little longer, because a task is cancelled by its id (2025-11-25,
   * "Task Cancellation").
   */
  async #create(params: McpObject, pending: PendingRequest): Promise<McpObject> {
    const over = new Aborter();
    const created = this.send(pending.method, params, pending, over);
    try {
      return await raceAbort(created, pending.deadline);
    } catch (error) {
      if (pending.deadline.aborted) {
        const timer = setTimeout(() => over.abort(error), ignoredResultTimeout);
        created
          .then(({ task }) => {
            if (isObject(task)) this.sendAndForget('tasks/cancel', { taskId: task['taskId'] });
          })
          .catch(() => undefined)
          .finally(() => clearTimeout(timer));
      }
      throw error;
    }
  }

  protected async repair(
    error: unknown,
    _params: McpObject,
    pending: PendingRequest,
  ): Promise<boolean> {
    if (!(await this.#urlElicitations.wereCompleted(error, pending))) return false;
    await mayRepeat(pending);
    return true;
  }

  protected learn(method: string, params: McpObject, result: McpObject): void {
    if (method === 'tools/list') this.#taskTools.learn(result);
    this.#openTasks.observe(method, params, result);
  }

  protected override onFailure(method: string, params: McpObject, error: unknown): void {
    this.#openTasks.refused(method, params, error);
  }

  /** Tracks subscriptions, also those that a client has made itself. */
  protected override onResult(method: string, { uri }: McpObject): void {
    if (method === 'resources/subscribe') this.watched.add(asText(uri));
    else if (method === 'resources/unsubscribe') this.watched.delete(asText(uri));
  }

  /** Sends a request whose failure is only logged. */
  async #requestOrLog(method: string, params: McpObject): Promise<void> {
    try {
      await this.context.request(method, params);
    } catch (error) {
      const why = JSON.stringify(reasonOf(error));
      const text = logText(`${method} ${JSON.stringify(params)}: ${why}`);
      this.context.log({ level: 'warning', text });
    }
  }
}

const kinds: Readonly<Record<string, ResultKind>> = {
  complete: 'complete',
  input_required: 'inputRequired',
  task: 'task',
};

/** Notifications of the legacy era only. */
const sessionNotifications: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/roots/list_changed',
]);

/** The era without sessions: every request describes its client (revisions from 2026-07-28 on). */
export class ModernEra extends Era {
  readonly hasServerRequests = false;
  // Over HTTP closing the stream cancels.
  protected readonly notifiesCancel = this.context.kind === 'stdio';
  protected readonly mostAttempts = 2;
  /** Absent where the transport has no headers. */
  readonly #headers = this.context.kind === 'http' ? new ToolHeaders() : undefined;
  readonly #subscriptions = new Subscriptions(
    this.handshake.capabilities,
    this.context,
    (params, subscription) =>
      this.context.peer.request('subscriptions/listen', this.withMeta(params), {
        signal: subscription.over.signal,
        notifiesCancel: this.notifiesCancel,
        context: subscription,
      }),
  );
  readonly #meta = requestMeta(this.handshake.protocolVersion, this.context.capabilities);
  #level: LogLevel | undefined;

  get watched(): ReadonlySet<string> {
    return this.#subscriptions.watched;
  }

  get probe(): Era['probe'] {
    return { method: 'server/discover', params: this.withMeta({}) };
  }

  override onNotification(notification: RpcNotification, during?: OpenRequest): boolean {
    return (
      this.#subscriptions.accepts(notification, during) &&
      super.onNotification(notification, during)
    );
  }

  listen(): void {
    this.#subscriptions.begin();
  }

  async watchResources(uris: ReadonlySet<string>): Promise<void> {
    this.#subscriptions.watch(uris);
  }

  async setLogLevel(level: LogLevel | undefined): Promise<void> {
    this.#level = level;
  }

  async notify(method: string, params: McpObject = {}): Promise<void> {
    if (!sessionNotifications.has(method))
      await this.context.peer.notify(method, this.withMeta(params));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** The more verbose level of the request's and the connection's counts, because clients leave out the rest. */
  protected withMeta(params: McpObject): McpObject {
    const sent = withMeta(params, this.#meta);
    const own = logLevelOf(metaOf(params)[metaKeys.logLevel]) ?? this.#level;
    const level = mostVerbose([own, this.#level ?? own]);
    return level ? { ...sent, _meta: { ...metaOf(sent), [metaKeys.logLevel]: level } } : sent;
  }

  /** A missing `resultType` counts as complete, because some servers leave it out. */
  protected kindOf({ resultType = 'complete' }: McpObject): ResultKind {
    const kind = ownValue(kinds, resultType);
    if (kind) return kind;
    const message = `The result is of the unknown type ${JSON.stringify(resultType)}.`;
    throw new UserError('protocolError', { message });
  }

  protected override headersOf(
    method: string,
    params: McpObject,
  ): Readonly<Record<string, string>> | undefined {
    return method === 'tools/call' ? this.#headers?.of(params) : undefined;
  }

  /**
   * Over HTTP a read-only request is repeated that broke off, because its response is lost (2026-07-28, "Streamable
   * HTTP"), and a call with wrong headers, with those of the tool as it is now.
   */
  protected async repair(
    error: unknown,
    params: McpObject,
    pending: PendingRequest,
  ): Promise<boolean> {
    if (!this.#headers || !(error instanceof UserError)) return false;
    if (pending.method !== 'tools/call')
      return error.code === 'connectionClosed' && !pending.deadline.aborted;
    if (error.args['code'] !== rpcCodes.headerMismatch) return false;
    await this.#headers.refresh(params, (list, cursor) => this.send(list, cursor, pending));
    await mayRepeat(pending);
    return true;
  }

  protected learn(method: string, _params: McpObject, result: McpObject): void {
    if (method === 'tools/list') this.#headers?.learn(result);
  }
}
