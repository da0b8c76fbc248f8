import { DisposableStore, type Disposable } from '../../base/disposable';
import { UserError, type Reason } from '../../base/errors';
import { asText, isObject } from '../../base/json';
import type { CallLimits } from '../../tools/callTool';
import { type RequestId, rpcCodes } from '../../protocol/jsonRpc';
import { withTasks } from '../../protocol/meta';
import type { AnswerQuestion } from '../../ipc/serverRequests';
import type { McpObject } from '../../ipc/state';
import { answerFor, canAnswer, logLevelOf, anyPage, questionIn } from '../callingClient';
import {
  CatalogWatch,
  watchedLists,
  ClientSubscriptions,
  type Told,
  SeenIds,
} from '../clientSubscriptions';
import type { OpenChatSession } from '../chatSessions';
import type { EventStream, Reply } from '../httpResponse';
import { Folders, OpenQuestions } from './clientRequests';
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
import { OwnTasks } from '../modern/ownTasks';
import {
  connectionOf,
  invalidParams,
  relay,
  routeOf,
  rpcErrorOf,
  type RelayContext,
} from '../relay';
import type { SessionFacts } from './sessions';
import type { RequestContext } from '../httpRequest';

/** What all sessions of a gateway share. */
export interface SessionPorts {
  readonly limits: CallLimits;
  /** A reason as an English sentence. */
  readonly describe: (reason: Reason) => string;
}

type Asking = Pick<RequestContext, 'server' | 'forModels' | 'definition'>;

/**
 * One client's session with one server, in the legacy era: its open requests, what it was asked, and the
 * stream for what comes unasked.
 */
export class Session implements Disposable {
  readonly #open = new Map<RequestId, AbortController>();
  readonly #store = new DisposableStore();
  readonly #questions = this.#store.add(new OpenQuestions());
  readonly #subscriptions = this.#store.add(
    new ClientSubscriptions((told) => this.#tell(told), new SeenIds()),
  );
  readonly #folders = this.#store.add(
    new Folders(
      (question, signal) =>
        this.#questions.ask(question, (message) => this.#sendUnasked(message), signal),
      (roots) => this.#subscriptions.moveTo({ roots, at: performance.now() }),
    ),
  );
  readonly #tasks = new OwnTasks();
  readonly #watch = this.#store.add(new CatalogWatch((list) => this.#listChanged(list)));
  /** Changed lists that no stream was there to tell of. */
  readonly #untold = new Set<string>();
  #server: GatewayServer | undefined;
  #stream: EventStream | undefined;
  #isGreeted = false;
  /** What the window is told of it, where it is its chat's. */
  #chat: OpenChatSession | undefined;

  constructor(
    readonly id: string,
    readonly grant: Grant,
    readonly facts: SessionFacts,
    private readonly ports: SessionPorts,
  ) {
    this.#store.add(() => this.#chat?.end('lost'));
    this.#store.add(() => this.#stream?.end());
    this.#store.add(() => {
      for (const abort of this.#open.values()) abort.abort();
    });
  }

  /** Whether `initialize` succeeded: a session without it is worth nothing. */
  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  /** False where nobody would notice its end before the next request. */
  get isActive(): boolean {
    return this.#open.size > 0 || this.#stream !== undefined;
  }

  /** It was greeted by an earlier host; what its lists were then nobody knows. */
  resume(): void {
    this.#isGreeted = true;
    for (const list of watchedLists) this.#listChanged(list);
  }

  /** Takes what a client posted; every request in it gets its answer through `reply`. */
  receive(requestContext: Asking, posted: Posted, reply: Reply): Promise<unknown> {
    const { server } = requestContext;
    this.#follow(server);
    this.#noteChat(requestContext);
    for (const answer of posted.answers) this.#questions.take(answer);
    for (const notification of posted.notifications) this.#notified(server, notification);
    reply.onGone(() => this.#questions.repeat(reply));
    return Promise.all(
      posted.requests.map(async (request) =>
        reply.answer(await this.#answer(requestContext, request, reply)),
      ),
    );
  }

  /**
   * The stream for messages that belong to no request, until nobody declares the server any more. There is one,
   * so a new one ends the last.
   */
  listen(requestContext: Asking, stream: EventStream): void {
    const { server } = requestContext;
    const before = this.#stream;
    this.#stream = stream;
    before?.end();
    const leave = (): void => {
      if (this.#stream === stream) this.#streamClosed();
      server.released.removeEventListener('abort', end);
    };
    const end = (): void => (leave(), stream.end());
    server.released.addEventListener('abort', end);
    stream.onClose(leave);
    this.#follow(server);
    this.#noteChat(requestContext);
    for (const method of this.#untold) stream.send(notificationMessage(method));
    this.#untold.clear();
    this.#folders.refresh();
  }

  /** Its client ends it. */
  ended(): void {
    this.#chat?.end('ended');
  }

  dispose(): void {
    this.#store.dispose();
  }

  #greeted(requestContext: Asking, isKnown: boolean): void {
    this.#isGreeted = true;
    this.#noteChat(requestContext, isKnown);
  }

  /** A chat that says something has a session, also one whose stream was closed. */
  #noteChat({ forModels, definition }: Asking, greeted = true): void {
    if (!forModels || !this.#isGreeted) return;
    this.#chat ??= this.grant.chat?.begin(this.facts.serverId, { greeted, definition });
  }

  #streamClosed(): void {
    this.#stream = undefined;
    this.#chat?.end('lost');
    this.#chat = undefined;
  }

  async #answer(
    requestContext: Asking,
    request: PostedRequest,
    reply: Reply,
  ): Promise<string | undefined> {
    const { id } = request;
    if (this.#open.has(id)) {
      return errorMessage(id, { code: rpcCodes.invalidRequest, message: 'Request id in use' });
    }
    const abort = new AbortController();
    this.#open.set(id, abort);
    try {
      const context = this.#contextOf(requestContext, request, reply, abort.signal);
      this.#tasks.check(request);
      const isKnown = requestContext.server.handshake.peek() !== undefined;
      const whole = (await this.#setOwnState(request, context)) ?? (await relay(request, context));
      const result = this.#tasks.seen(request, whole);
      this.#subscriptions.saw(result);
      if (request.method === 'initialize') this.#greeted(requestContext, isKnown);
      return resultMessage(id, result);
    } catch (error) {
      // Cancelled: the specification wants no answer.
      if (abort.signal.aborted) return undefined;
      const told = rpcErrorOf(error, this.ports.describe);
      this.#subscriptions.saw(told.data);
      return errorMessage(id, told);
    } finally {
      this.#open.delete(id);
    }
  }

  #contextOf(
    { server, forModels }: Asking,
    { params }: PostedRequest,
    reply: Reply,
    signal: AbortSignal,
  ): RelayContext {
    const { capabilities, info } = this.facts;
    return {
      server,
      // Its era has other tasks: those of the server end before it.
      client: { capabilities: withTasks(capabilities), info, logLevel: this.#subscriptions.level },
      signal,
      limits: this.ports.limits,
      // A task is told of when its call has its answer, too.
      onProgress: progressTo(
        params,
        (message) => void (reply.notify(message) || this.#notifyUnasked(message)),
      ),
      onNotification: (told) => {
        if (this.#subscriptions.wants(told))
          reply.notify(notificationMessage(told.method, told.params));
      },
      answer: (routed) => answerFor(routed, capabilities, this.#askOver(reply)),
      asker: this,
      forModels,
      describe: this.ports.describe,
      passRounds: canAnswer(capabilities, anyPage) ? 'legacy' : undefined,
    };
  }

  /** On the stream of the request that it belongs to; where that is gone, on the one for all else. */
  #askOver(reply: Reply): AnswerQuestion {
    const send = (message: string): boolean => reply.send(message) || this.#sendUnasked(message);
    return (question, signal) => {
      this.#subscriptions.saw(question.params);
      return this.#questions.ask(questionIn('legacy', question), send, signal, reply);
    };
  }

  /** On the stream for what belongs to no request. False where there is none. */
  #sendUnasked(message: string): boolean {
    this.#stream?.send(message);
    return this.#stream !== undefined;
  }

  /** The same for what need not arrive. */
  #notifyUnasked(message: string): void {
    if (this.#stream?.isBehind === false) this.#stream.send(message);
  }

  /** What a client wants to hear is kept here: the server hears what all clients together want. */
  async #setOwnState(
    request: PostedRequest,
    context: RelayContext,
  ): Promise<McpObject | undefined> {
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
        await grantWatch(request, context);
        this.#subscriptions.subscribe([uri]);
        return {};
      case 'resources/unsubscribe':
        this.#subscriptions.unsubscribe(asText(uri));
        return {};
      default:
        return undefined;
    }
  }

  /** In the legacy era only a notification cancels; a response that closes does not. */
  #notified(server: GatewayServer, { method, params }: PostedNotification): void {
    const { requestId } = params;
    if (method === 'notifications/cancelled') {
      if (isRequestId(requestId)) this.#open.get(requestId)?.abort();
    } else if (method === 'notifications/roots/list_changed') {
      // The server hears of it where what it would be answered has changed.
      if (isObject(this.facts.capabilities['roots'])) this.#folders.change();
    } else if (method !== 'notifications/initialized') {
      void server.notify(method, params);
    }
  }

  /** A changed definition puts another server in the place of the one the session began with. */
  #follow(server: GatewayServer): void {
    if (server === this.#server || this.#store.disposed) return;
    this.#server = server;
    this.#watch.follow(server);
    this.#subscriptions.follow(server);
  }

  #tell({ method, params }: Told): void {
    this.#stream?.send(notificationMessage(method, params));
  }

  #listChanged(list: string): void {
    const method = `notifications/${list}/list_changed`;
    if (this.#stream) this.#stream.send(notificationMessage(method));
    else this.#untold.add(method);
  }
}

/**
 * Resolves where the server may be listened to for a resource: one of the legacy era says so for each, one of
 * the modern era for all.
 * @throws UserError `serverError` why it does not tell of this one.
 */
async function grantWatch(request: PostedRequest, context: RelayContext): Promise<void> {
  const { server } = await routeOf(request, context);
  const connection = await connectionOf({ server, signal: context.signal }, 'awaited');
  const { era, capabilities } = connection.handshake;
  const { resources } = capabilities;
  if (!isObject(resources) || !resources['subscribe']) {
    const args = { code: rpcCodes.methodNotFound, message: 'Method not found' };
    throw new UserError('serverError', args);
  }
  if (era === 'legacy') await relay(request, context);
}
