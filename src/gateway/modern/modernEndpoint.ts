import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { metaKeys, metaOf, knowsTasks } from '../../protocol/meta';
import type { RpcError } from '../../protocol/jsonRpc';
import { logLevelOf } from '../../protocol/logLevels';
import { rpcCodes } from '../../protocol/rpcCodes';
import type { McpObject } from '../../ipc/state';
import { answerFor, isSevere, type CallingClient } from '../callingClient';
import { acceptsEvents, type RequestContext } from '../httpRequest';
import { EventStream, Reply, refuse } from '../httpResponse';
import type { GatewayServer } from '../gatewayServer';
import { ClientSubscriptions, knownTo } from '../clientSubscriptions';
import {
  errorMessage,
  notificationMessage,
  resultMessage,
  type Posted,
  type PostedRequest,
  progressTo,
} from '../messages';
import {
  handshakeOf,
  relay,
  type RelayContext,
  type RelayOptions,
  routeOf,
  rpcErrorOf,
} from '../relay';
import { MultiRoundCall, type CallNotifier, ParkedCalls } from './multiRoundCall';
import {
  modernFault,
  legacyNotifications,
  modernError,
  modernResult,
  statusOf,
} from './modernMessages';
import { honoured, Subscription } from './subscription';

/** Methods that the modern era has removed (2026-07-28, changelog). */
const removed: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/list',
  'tasks/result',
]);
const unknownMethod: RpcError = { code: rpcCodes.methodNotFound, message: 'Method not found' };
/** Requests whose results may request input ("Multi Round-Trip Requests", supported requests). */
const mayRequestInput: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
]);

/** Serves requests of the modern era, which each carry all that is known of their client. */
export class ModernEndpoint implements Disposable {
  readonly #parked = new ParkedCalls();
  readonly #subscriptions = new Set<Subscription>();

  constructor(private readonly options: RelayOptions) {}

  async serve(requestContext: RequestContext, posted: Posted): Promise<void> {
    const { response, server, request: http } = requestContext;
    const [request] = posted.requests;
    if (posted.isBatch || posted.answers.length > 0) {
      const error = { code: rpcCodes.invalidRequest, message: 'Invalid request' };
      return refuse(response, 400, {}, error);
    }
    if (!request) return void response.writeHead(202).end();
    const fault = modernFault(request, http.headers, requestContext);
    if (fault) return refuse(response, 400, {}, fault, request.id);
    if (removed.has(request.method)) return refuse(response, 404, {}, unknownMethod, request.id);
    if (request.method === 'subscriptions/listen') return this.#listen(requestContext, request);
    const reply = new Reply(response, posted, acceptsEvents(http.headers));
    try {
      const result = await this.#result(requestContext, request, reply);
      const whole = modernResult(request.method, result, server);
      reply.answer(resultMessage(request.id, whole));
    } catch (error) {
      const reason = requestContext.grant.revoked.aborted ? new UserError('windowLeft') : error;
      const failure = modernError(rpcErrorOf(reason, this.options.describe), request.params);
      reply.answer(errorMessage(request.id, failure), statusOf(failure));
    }
  }

  dispose(): void {
    this.#parked.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** A response that closes cancels the call; between two rounds there is none. */
  async #result(
    requestContext: RequestContext,
    request: PostedRequest,
    reply: Reply,
  ): Promise<McpObject> {
    const { server, grant } = requestContext;
    const client = clientOf(request);
    const notifier = callNotifier(reply, request, client);
    const parked = this.#parked.resume(request, server.id, grant);
    const call = parked ?? new MultiRoundCall(notifier);
    call.notifier = notifier;
    reply.onGone(() => call.dispose());
    const subscriptions = subscribeToLog(server, client, notifier);
    try {
      if (!parked) this.#start(call, request, requestContext, client);
      return await this.#parked.resultOf(call, request, server.id, grant);
    } finally {
      subscriptions?.dispose();
    }
  }

  #start(
    call: MultiRoundCall,
    request: PostedRequest,
    { server, grant, forModels }: RequestContext,
    client: CallingClient,
  ): void {
    const takesRounds = mayRequestInput.has(request.method);
    call.start(() =>
      relay(request, {
        ...this.options,
        server,
        era: 'modern',
        client,
        signal: AbortSignal.any([call.signal, grant.revoked]),
        onProgress: (progress) => call.notifier.progress(progress),
        onNotification: (notification) => call.notifier.notify(notification),
        answer: (routed) => {
          const capabilities = takesRounds ? client.capabilities : {};
          return answerFor(routed, server, { capabilities, forModels }, call.answer);
        },
        asker: call,
        isParked: () => call.isParked,
        forModels,
        passRounds: takesRounds ? 'modern' : undefined,
        // One client of many servers gets no tasks.
        passTasks: server.settle === undefined && knowsTasks(client.capabilities),
      }),
    );
  }

  async #listen(requestContext: RequestContext, request: PostedRequest): Promise<void> {
    const { server, grant, response, forModels, turnAway } = requestContext;
    const known = knownTo(server);
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    try {
      const asking = { server, signal: leaving.signal, forModels };
      const notifications = honoured(request, await handshakeOf(asking));
      if (grant.revoked.aborted) return turnAway();
      if (server.released.aborted) return refuse(response, 404);
      this.#keep(
        new Subscription(request, new EventStream(response), server, notifications, known),
        requestContext,
      );
      void startOwners(notifications.resourceSubscriptions ?? [], asking);
    } catch (error) {
      if (leaving.signal.aborted) return;
      const failure = modernError(rpcErrorOf(error, this.options.describe), request.params);
      refuse(response, statusOf(failure), {}, failure, request.id);
    }
  }

  /** Keeps a subscription until its response closes, the token is revoked or the server is released. */
  #keep(subscription: Subscription, requestContext: RequestContext): void {
    const { server, grant, response, forModels, definition } = requestContext;
    const greeted = server.handshake.peek() !== undefined;
    // A chat of this era keeps nothing else open.
    const chat = forModels ? grant.chat?.begin(server.id, { greeted, definition }) : undefined;
    this.#subscriptions.add(subscription);
    const over = AbortSignal.any([grant.revoked, server.released]);
    const end = (): void => subscription.dispose();
    over.addEventListener('abort', end, { once: true });
    response.once('close', () => {
      over.removeEventListener('abort', end);
      this.#subscriptions.delete(subscription);
      chat?.end('lost');
    });
  }
}

/**
 * Starts the servers of resources, because only a running server sends updates. Never rejects, because the state of a
 * server shows why it cannot run, and it may run later.
 */
async function startOwners(
  uris: readonly string[],
  asking: Pick<RelayContext, 'server' | 'signal' | 'forModels'>,
): Promise<void> {
  const begun = new Set<GatewayServer>();
  const starts = uris.map(async (uri) => {
    const request = { method: 'resources/subscribe', params: { uri } };
    const { server } = await routeOf(request, asking);
    if (begun.has(server)) return;
    begun.add(server);
    await server.connection(asking.signal, 'background');
  });
  await Promise.allSettled(starts);
}

function clientOf({ params }: PostedRequest): CallingClient {
  const meta = metaOf(params);
  const capabilities = meta[metaKeys.clientCapabilities];
  const info = meta[metaKeys.clientInfo];
  return {
    capabilities: isObject(capabilities) ? capabilities : {},
    info: isObject(info) ? info : undefined,
    logLevel: logLevelOf(meta[metaKeys.logLevel]),
  };
}

/** Sends a client the log only of requests that name a level ("Logging"). */
function callNotifier(
  reply: Reply,
  { params }: PostedRequest,
  { logLevel }: CallingClient,
): CallNotifier {
  return {
    progress: progressTo(params, (message) => void reply.notify(message)),
    notify: ({ method, params: sent }) => {
      const isLog = method === 'notifications/message';
      if (isLog && !(logLevel && isSevere(sent, logLevel))) return;
      if (legacyNotifications.has(method)) return;
      reply.notify(notificationMessage(method, sent));
    },
  };
}

/** Subscribes to the log of a server that does not say which request an entry belongs to. */
function subscribeToLog(
  server: GatewayServer,
  { logLevel }: CallingClient,
  notifier: CallNotifier,
): ClientSubscriptions | undefined {
  if (!logLevel) return undefined;
  const subscriptions = new ClientSubscriptions((notification) => {
    if (notification.method === 'notifications/message') notifier.notify(notification);
  });
  subscriptions.setLevel(logLevel);
  subscriptions.follow(server);
  return subscriptions;
}
