import type { Disposable } from '../../base/disposable';
import { isObject } from '../../base/json';
import { metaKeys, metaOf, knowsTasks } from '../../protocol/meta';
import { type RpcError, rpcCodes } from '../../protocol/jsonRpc';
import type { McpObject } from '../../ipc/state';
import { answerFor, isSevere, logLevelOf, type CallingClient } from '../callingClient';
import { acceptsEvents, type RequestContext } from '../httpRequest';
import { EventStream, Reply, refuse } from '../httpResponse';
import { Exchange, type Outlet, Rounds } from './multiRoundCall';
import type { GatewayServer } from '../gatewayServer';
import { ClientSubscriptions } from '../clientSubscriptions';
import {
  errorMessage,
  notificationMessage,
  resultMessage,
  type Posted,
  type PostedRequest,
  progressTo,
} from '../messages';
import {
  modernFault,
  legacyNotifications,
  modernError,
  modernResult,
  statusOf,
} from './modernMessages';
import { connectionOf, handshakeOf, relay, type RelayContext, routeOf, rpcErrorOf } from '../relay';
import type { SessionPorts } from '../legacy/session';
import { honoured, Subscription } from './subscription';

/** What the modern era has no more (2026-07-28, changelog). */
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
/** Requests whose results may ask for input ("Multi Round-Trip Requests", supported requests). */
const mayAsk: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Serves requests of the modern era: each says all there is to know of its client. */
export class ModernEndpoint implements Disposable {
  readonly #rounds = new Rounds();
  readonly #subscriptions = new Set<Subscription>();

  constructor(private readonly ports: SessionPorts) {}

  /** Answers what a client posted. */
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
      const told = modernError(rpcErrorOf(error, this.ports.describe), request.params);
      reply.answer(errorMessage(request.id, told), statusOf(told));
    }
  }

  dispose(): void {
    this.#rounds.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** A response that closes cancels; between two rounds there is none. */
  async #result(
    requestContext: RequestContext,
    request: PostedRequest,
    reply: Reply,
  ): Promise<McpObject> {
    const { server, grant } = requestContext;
    const client = clientOf(request);
    const outlet = outletOf(reply, request, client);
    const before = this.#rounds.resume(request, server.id, grant);
    const exchange = before ?? new Exchange(outlet);
    exchange.outlet = outlet;
    reply.onGone(() => exchange.dispose());
    const subscriptions = hearLog(server, client, outlet);
    try {
      if (!before) this.#begin(exchange, request, requestContext, client);
      return await this.#rounds.resultOf(exchange, request, server.id, grant);
    } finally {
      subscriptions?.dispose();
    }
  }

  #begin(
    exchange: Exchange,
    request: PostedRequest,
    { server, grant, forModels }: RequestContext,
    client: CallingClient,
  ): void {
    const canAsk = mayAsk.has(request.method);
    exchange.start(() =>
      relay(request, {
        server,
        client,
        signal: AbortSignal.any([exchange.signal, grant.revoked]),
        limits: this.ports.limits,
        onProgress: (progress) => exchange.outlet.progress(progress),
        onNotification: (told) => exchange.outlet.tell(told),
        answer: (routed) => answerFor(routed, canAsk ? client.capabilities : {}, exchange.answer),
        asker: exchange,
        isParked: () => exchange.isParked,
        forModels,
        describe: this.ports.describe,
        passRounds: canAsk ? 'modern' : undefined,
        // One client for many servers is told of no tasks.
        passTasks: server.settle === undefined && knowsTasks(client.capabilities),
      }),
    );
  }

  async #listen(requestContext: RequestContext, request: PostedRequest): Promise<void> {
    const { server, grant, response, forModels } = requestContext;
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    try {
      const asking = { server, signal: leaving.signal, forModels };
      const notifications = honoured(request, await handshakeOf(asking));
      await startOwners(notifications.resourceSubscriptions ?? [], asking);
      if (grant.revoked.aborted) return refuse(response, 401, { 'WWW-Authenticate': 'Bearer' });
      if (server.released.aborted) return refuse(response, 404);
      this.#keep(
        new Subscription(request, new EventStream(response), server, notifications),
        requestContext,
      );
    } catch (error) {
      if (leaving.signal.aborted) return;
      const told = modernError(rpcErrorOf(error, this.ports.describe), request.params);
      refuse(response, statusOf(told), {}, told, request.id);
    }
  }

  /** Until the response closes, the token is revoked or nobody declares the server any more. */
  #keep(subscription: Subscription, requestContext: RequestContext): void {
    const { server, grant, response, forModels, definition } = requestContext;
    const greeted = server.handshake.peek() !== undefined;
    // In this era it is all that a chat keeps open.
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

/** Only a server that runs tells of its resources. Of many servers one that cannot run holds up no other. */
async function startOwners(
  uris: readonly string[],
  { server, signal }: Pick<RelayContext, 'server' | 'signal'>,
): Promise<void> {
  if (uris.length === 0) return;
  if (!server.settle) return void (await connectionOf({ server, signal }, 'background'));
  const starts = uris.map(async (uri) => {
    const request = { method: 'resources/subscribe', params: { uri } };
    const { server: owner } = await routeOf(request, { server, signal, forModels: false });
    await connectionOf({ server: owner, signal }, 'background');
  });
  await Promise.allSettled(starts);
  signal.throwIfAborted();
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

/** Nothing is logged for a request that does not ask for it ("Logging"). */
function outletOf(reply: Reply, { params }: PostedRequest, { logLevel }: CallingClient): Outlet {
  return {
    progress: progressTo(params, (message) => void reply.notify(message)),
    tell: ({ method, params: told }) => {
      const isLog = method === 'notifications/message';
      if (isLog && !(logLevel && isSevere(told, logLevel))) return;
      if (legacyNotifications.has(method)) return;
      reply.notify(notificationMessage(method, told));
    },
  };
}

/** The log of a server that does not tell for whom it logs. */
function hearLog(
  server: GatewayServer,
  { logLevel }: CallingClient,
  outlet: Outlet,
): ClientSubscriptions | undefined {
  if (!logLevel) return undefined;
  const subscriptions = new ClientSubscriptions((told) => {
    if (told.method === 'notifications/message') outlet.tell(told);
  });
  subscriptions.setLevel(logLevel);
  subscriptions.follow(server);
  return subscriptions;
}
