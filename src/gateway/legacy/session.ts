import { BoundedSet } from '../../base/bounded';
import { type Abortable, Aborter } from '../../base/abort';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { asText, isObject } from '../../base/json';
import { TransientMap } from '../../base/transient';
import type { RequestId } from '../../protocol/jsonRpc';
import { rpcCodes } from '../../protocol/rpcCodes';
import { logLevelOf } from '../../protocol/logLevels';
import { listChanged, listNames, type ListName } from '../../protocol/lists';
import { withTasks } from '../../protocol/meta';
import type { AnswerServerRequest } from '../../ipc/serverRequest';
import type { McpObject } from '../../ipc/state';
import type { ServerNotification } from '../../servers/openCalls';
import type { Requirements } from '../../servers/serverClients';
import { answerFor, canAnswer, anyPage, questionIn } from '../callingClient';
import { CatalogWatch, ClientSubscriptions, SeenIds } from '../clientSubscriptions';
import type { OpenChatSession } from '../chatSessions';
import type { EventStream, Reply } from '../httpResponse';
import type { GatewayServer, Grant } from '../gatewayServer';
import {
  errorMessage,
  isRequestId,
  notificationMessage,
  resultMessage,
  type Posted,
  type PostedNotification,
  type PostedRequest,
  progressTo,
} from '../messages';
import {
  invalidParams,
  relay,
  routeOf,
  rpcErrorOf,
  type RelayContext,
  type RelayOptions,
} from '../relay';
import type { RequestContext } from '../httpRequest';
import { ClientRoots, PendingRequests } from './clientRequests';
import type { SessionFacts } from './sessions';

const resourceUpdated = 'notifications/resources/updated';
/** Resources whose updates wait for a stream; a new one drops the oldest. */
const maxUpdated = 1_000;

/** A request of the client that has no answer yet. */
interface OpenRequest {
  readonly abort: Aborter;
  readonly reply: Reply;
}

type ClientRequest = Pick<RequestContext, 'server' | 'forModels' | 'definition'>;

/**
 * One client's session with one server in the legacy era. It has the open requests of both sides, and the stream for
 * messages that belong to no request.
 */
export class Session implements Disposable {
  readonly #open = new TransientMap<RequestId, OpenRequest>();
  readonly #store = new DisposableStore();
  readonly #clientRequests = this.#store.add(new PendingRequests());
  readonly #subscriptions = this.#store.add(
    new ClientSubscriptions((notification) => this.#notify(notification), new SeenIds()),
  );
  readonly #roots = this.#store.add(
    new ClientRoots(
      (question, signal) =>
        this.#clientRequests.request(question, (message) => this.#sendOnStream(message), signal),
      (roots) => this.#subscriptions.reportRoots(roots),
    ),
  );
  readonly #tasks = new OwnTasks();
  readonly #watch = this.#store.add(new CatalogWatch((list) => this.#listChanged(list)));
  /** Notifications of changed lists that wait for a stream. */
  readonly #unsent = new Set<string>();
  /** Watched resources of which updates wait for a stream. */
  readonly #updated = new BoundedSet<string>(maxUpdated);
  /** The time of its last request, by `performance.now()`. */
  lastUsed = performance.now();
  /** The capabilities of its client, with the tasks of the other era: those of the server end before it. */
  readonly #capabilities: McpObject;
  #server: GatewayServer | undefined;
  #stream: EventStream | undefined;
  #isInitialized = false;
  /** The session as the window's chat has it; absent for other clients. */
  #chat: OpenChatSession | undefined;

  constructor(
    readonly id: string,
    readonly grant: Grant,
    readonly facts: SessionFacts,
    private readonly options: RelayOptions,
  ) {
    this.#capabilities = withTasks(facts.capabilities);
    this.#store.add(() => this.#chat?.end('lost'));
    this.#store.add(() => this.#stream?.end());
    this.#store.add(() => {
      for (const { abort } of this.#open.values()) abort.abort();
    });
  }

  /** True once `initialize` has succeeded: a session without it is ended. */
  get isInitialized(): boolean {
    return this.#isInitialized;
  }

  /** True while a request or a stream is open, so that the client would notice its end. */
  get isActive(): boolean {
    return this.#open.size > 0 || this.#stream !== undefined;
  }

  /** The subscriptions of its client, its log level and its folders. */
  get requirements(): Requirements {
    return this.#subscriptions.requirements;
  }

  /**
   * Goes on with a session of an earlier host, or one that this host has removed. Its lists and watched resources may
   * have changed since. `requirements`: those of the removed one; the earlier host's are lost.
   */
  resume(requirements: Requirements = {}): void {
    this.#isInitialized = true;
    this.#subscriptions.restore(requirements);
    for (const list of listNames) this.#listChanged(list);
    for (const uri of requirements.watched ?? []) this.#updated.add(uri);
  }

  /** Handles the messages of a POST; every request in it gets its response through `reply`. */
  receive(requestContext: ClientRequest, posted: Posted, reply: Reply): Promise<unknown> {
    const { server } = requestContext;
    this.#follow(server);
    this.#noteChat(requestContext);
    for (const answer of posted.answers) this.#clientRequests.take(answer);
    for (const notification of posted.notifications) this.#handleNotification(server, notification);
    reply.onGone(() => this.#clientRequests.repeat(reply));
    return Promise.all(
      posted.requests.map((request) => this.#answer(requestContext, request, reply)),
    );
  }

  /**
   * Takes the stream for messages that belong to no request, until the server is released. There is one, so a new one
   * ends the last.
   */
  listen(requestContext: ClientRequest, stream: EventStream): void {
    const { server } = requestContext;
    const before = this.#stream;
    this.#stream = stream;
    before?.end();
    const leave = (): void => {
      if (this.#stream === stream) this.#streamClosed();
      this.#clientRequests.repeat(stream);
      server.released.removeEventListener('abort', end);
    };
    const end = (): void => (leave(), stream.end());
    server.released.addEventListener('abort', end);
    stream.onClose(leave);
    this.#follow(server);
    this.#noteChat(requestContext);
    for (const method of this.#unsent) stream.send(notificationMessage(method));
    this.#unsent.clear();
    for (const uri of this.#updated) stream.send(notificationMessage(resourceUpdated, { uri }));
    this.#updated.clear();
    this.#roots.refresh();
  }

  /** Its client ends it. */
  ended(): void {
    this.#chat?.end('ended');
  }

  dispose(): void {
    this.#store.dispose();
  }

  #initialized(requestContext: ClientRequest, isKnown: boolean): void {
    this.#isInitialized = true;
    this.#noteChat(requestContext, isKnown);
  }

  /** Notes the session of a chat with its first request, also after its stream was closed. */
  #noteChat({ forModels, definition }: ClientRequest, greeted = true): void {
    if (!forModels || !this.#isInitialized) return;
    this.#chat ??= this.grant.chat?.begin(this.facts.serverId, { greeted, definition });
  }

  #streamClosed(): void {
    this.#stream = undefined;
    this.#chat?.end('lost');
    this.#chat = undefined;
  }

  /** Answers a request through `reply`. What is noted of its answer waits until that has gone. */
  async #answer(
    requestContext: ClientRequest,
    request: PostedRequest,
    reply: Reply,
  ): Promise<void> {
    const { id } = request;
    if (this.#open.has(id)) {
      const message = 'Request id in use';
      return reply.answer(errorMessage(id, { code: rpcCodes.invalidRequest, message }));
    }
    const abort = new Aborter();
    this.#open.set(id, { abort, reply });
    let told: unknown;
    let answer: string | undefined;
    try {
      const context = this.#contextOf(requestContext, request, reply, abort);
      this.#tasks.check(request);
      const isKnown = requestContext.server.handshake.peek() !== undefined;
      const whole = await (this.#setOwnState(request, context) ?? relay(request, context));
      const result = this.#tasks.visible(request, whole);
      if (request.method === 'initialize') this.#initialized(requestContext, isKnown);
      answer = resultMessage(id, result);
      told = result;
    } catch (error) {
      const isEnded = this.#store.disposed;
      // Cancelled: the specification wants no answer.
      if (!abort.aborted || isEnded) {
        const failure = rpcErrorOf(
          isEnded ? new UserError('windowLeft') : error,
          this.options.describe,
        );
        answer = errorMessage(id, failure);
        told = failure.data;
      }
    }
    this.#open.delete(id);
    reply.answer(answer);
    this.#subscriptions.noteIds(told);
    this.#clientRequests.handOver(reply, () => this.#replies().at(-1) ?? this.#stream);
  }

  #contextOf(
    { server, forModels }: ClientRequest,
    { params }: PostedRequest,
    reply: Reply,
    signal: Abortable,
  ): RelayContext {
    const { capabilities, info } = this.facts;
    return {
      limits: this.options.limits,
      describe: this.options.describe,
      server,
      era: 'legacy',
      client: { capabilities: this.#capabilities, info, logLevel: this.#subscriptions.level },
      signal,
      // A task progresses also after its call has its response.
      onProgress: progressTo(
        params,
        (message) => void (reply.notify(message) || this.#notifyOnStream(message)),
      ),
      onNotification: (notification) => {
        const { method, params: sent } = notification;
        if (this.#subscriptions.accepts(notification))
          reply.notify(notificationMessage(method, sent));
      },
      answer: (routed) =>
        answerFor(routed, server, { capabilities, forModels }, this.#requestOver(reply)),
      asker: this,
      forModels,
      passRounds: canAnswer(capabilities, anyPage) ? 'legacy' : undefined,
    };
  }

  /**
   * Sends requests to the client on the stream of its own request, because they belong to it. The session's stream, or
   * that of another request, stands in where that is gone.
   */
  #requestOver(reply: Reply): AnswerServerRequest {
    const send = (message: string): Reply | EventStream | undefined =>
      (reply.send(message) ? reply : undefined) ??
      this.#sendOnStream(message) ??
      this.#replies().find((other) => other.send(message));
    return (question, signal) => {
      this.#subscriptions.noteIds(question.params);
      return this.#clientRequests.request(questionIn('legacy', question), send, signal);
    };
  }

  /** Responses that are not complete, by which it is noticed that the client goes. */
  #replies(): Reply[] {
    return Array.from(this.#open.values(), ({ reply }) => reply);
  }

  /** Sends on the session's stream and returns it; `undefined` where there is none. */
  #sendOnStream(message: string): EventStream | undefined {
    this.#stream?.send(message);
    return this.#stream;
  }

  /** The same for messages that may be dropped for a slow client. */
  #notifyOnStream(message: string): void {
    if (this.#stream?.isBehind === false) this.#stream.send(message);
  }

  /** Handles subscriptions here, because the server gets those of all clients together. */
  #setOwnState(
    request: PostedRequest,
    context: RelayContext,
  ): McpObject | Promise<McpObject> | undefined {
    const { method, params } = request;
    const { level, uri } = params;
    switch (method) {
      case 'logging/setLevel': {
        const known = logLevelOf(level);
        if (!known) throw invalidParams('Invalid log level');
        this.#subscriptions.setLevel(known);
        return {};
      }
      case 'resources/subscribe':
        if (typeof uri !== 'string') throw invalidParams('A resource needs a URI');
        return grantWatch(request, context).then(() => {
          this.#subscriptions.subscribe([uri]);
          return {};
        });
      case 'resources/unsubscribe':
        this.#subscriptions.unsubscribe(asText(uri));
        this.#updated.delete(asText(uri));
        return {};
      default:
        return undefined;
    }
  }

  /** Handles a notification. A legacy client cancels only by notification; a response that closes cancels nothing. */
  #handleNotification(server: GatewayServer, { method, params }: PostedNotification): void {
    const { requestId } = params;
    if (method === 'notifications/cancelled') {
      if (isRequestId(requestId)) this.#open.get(requestId)?.abort.abort();
    } else if (method === 'notifications/roots/list_changed') {
      // A client without roots changes no answer to `roots/list`.
      if (isObject(this.facts.capabilities['roots'])) this.#roots.change();
    } else if (method !== 'notifications/initialized') {
      void server.notify(method, params);
    }
  }

  /** Follows the server that a changed definition has put in the place of the first. */
  #follow(server: GatewayServer): void {
    if (server === this.#server || this.#store.disposed) return;
    this.#server = server;
    this.#watch.follow(server);
    this.#subscriptions.follow(server);
  }

  /** Sends a notification of the server; its log may be long, and is dropped for a slow client. */
  #notify({ method, params }: ServerNotification): void {
    const message = notificationMessage(method, params);
    if (method === 'notifications/message') this.#notifyOnStream(message);
    else if (this.#stream) this.#stream.send(message);
    else if (method === resourceUpdated) this.#updated.add(asText(params['uri']));
  }

  #listChanged(list: ListName): void {
    const method = listChanged(list);
    if (this.#stream) this.#stream.send(notificationMessage(method));
    else this.#unsent.add(method);
  }
}

/**
 * Resolves if the server sends updates of a resource. Starts the server, because only a running one sends them. A
 * legacy server grants that for each, a modern one for all.
 * @throws UserError `serverError` why it sends none of this one.
 */
async function grantWatch(request: PostedRequest, context: RelayContext): Promise<void> {
  const { server } = await routeOf(request, context);
  const connection = await server.connection(context.signal, 'awaited');
  const { era, capabilities } = connection.handshake;
  const { resources } = capabilities;
  if (!isObject(resources) || !resources['subscribe']) {
    const args = { code: rpcCodes.methodNotFound, message: 'Method not found' };
    throw new UserError('serverError', args);
  }
  if (era === 'legacy') await relay(request, context);
}

/** Tasks of one client; a new one drops the oldest. */
const maxTasks = 1_000;

/**
 * The tasks that one client has begun. The server takes all clients of the gateway for one, and would give each the
 * tasks of all (2025-11-25, "Tasks", task isolation and access control).
 */
class OwnTasks {
  readonly #ids = new BoundedSet<string>(maxTasks);

  /** @throws UserError `serverError` if a request is about another client's task, as if that did not exist. */
  check({ method, params }: PostedRequest): void {
    if (!method.startsWith('tasks/') || method === 'tasks/list') return;
    if (!this.#ids.has(asText(params['taskId']))) throw invalidParams('Task not found');
  }

  /** The part of a result that the client may see. Notes a task that the request has begun. */
  visible({ method }: PostedRequest, result: McpObject): McpObject {
    if (method === 'tasks/list') return { ...result, tasks: this.#ownOf(result['tasks']) };
    const { task } = result;
    if (isObject(task) && typeof task['taskId'] === 'string') this.#ids.add(task['taskId']);
    return result;
  }

  #ownOf(tasks: unknown): readonly unknown[] {
    if (!Array.isArray(tasks)) return [];
    return tasks.filter((task) => isObject(task) && this.#ids.has(asText(task['taskId'])));
  }
}
