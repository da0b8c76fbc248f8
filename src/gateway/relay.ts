import type { Abortable } from '../base/abort';
import { isObject } from '../base/json';
import { publicTool } from '../protocol/publicNames';
import { modelTool } from '../tools/schema/modelTool';
import { UserError, reasonOf, type Reason } from '../base/errors';
import type { ToolCaller } from '../tools/callGuard';
import type { Progress } from '../connection/connection';
import { metaKeys, metaOf } from '../protocol/meta';
import type { RpcError } from '../protocol/jsonRpc';
import { rpcCodes } from '../protocol/rpcCodes';
import { appOf } from '../ipc/mcpApp';
import type { AnswerServerRequest } from '../ipc/serverRequest';
import {
  emptyCatalog,
  type Catalog,
  type Handshake,
  type McpObject,
  type Tool,
} from '../ipc/state';
import type { ToolRefusal } from '../servers/modelCatalog';
import type { ServerNotification, SharedConnection } from '../servers/openCalls';
import { withoutMarkdown } from '../base/escape';
import { limitsOf, type CallLimits } from '../tools/callLimits';
import { allowedOf, answeredOf, type CallingClient } from './callingClient';
import { fittingItems, legacyResult, legacyTools } from './fittingItems';
import type { GatewayServer, Routed } from './gatewayServer';
import {
  discovery,
  initializeResult,
  offersTasks,
  openHandshake,
  withoutTasks,
} from './handshakeResult';
import { namedMessage, namedError, namedResult } from './merged/named';
import type { PostedRequest } from './messages';

/** The options that all requests of a gateway share. */
export interface RelayOptions {
  readonly limits: CallLimits;
  /** A reason as an English sentence, for clients that know no codes. */
  readonly describe: (reason: Reason) => string;
}

/** The context of a request on its way to a server. */
export interface RelayContext extends RelayOptions {
  readonly server: GatewayServer;
  readonly client: CallingClient;
  /** The era of the client. */
  readonly era: Handshake['era'];
  readonly signal: Abortable;
  readonly onProgress: (progress: Progress) => void;
  /** Receives the server's notifications for this request. */
  readonly onNotification: (notification: ServerNotification) => void;
  /** Answers the server's own requests that belong to this one. */
  readonly answer: (server: GatewayServer) => AnswerServerRequest;
  /** Identifies the client, see `RequestOptions.client`. */
  readonly asker: object;
  /** See `RequestContext`. */
  readonly forModels: boolean;
  /** The client continues multi-round calls itself, where the server is of this era. */
  readonly passRounds?: Handshake['era'] | undefined;
  /** The client continues tasks itself. */
  readonly passTasks?: boolean;
  /** See `RequestOptions`. */
  readonly isParked?: () => boolean;
}

type Answer = (request: PostedRequest, context: RelayContext) => Promise<McpObject>;

/** Requests that the gateway handles itself; all others go to the server. */
const handled: ReadonlyMap<string, Answer> = new Map([
  ['ping', async () => ({})],
  ['initialize', initialize],
  ['server/discover', discover],
  ['tools/list', list('tools')],
  ['prompts/list', list('prompts')],
  ['resources/list', list('resources')],
  ['resources/templates/list', list('resourceTemplates')],
  ['tools/call', call],
]);

/**
 * The result of a request. Handshake and lists come from memory, so that an idle server need not start. All other
 * results come from the server, with every field intact in both directions, as far as revisions of the client know it.
 * @throws UserError why the server cannot answer.
 */
export const relay: Answer = (request, context) =>
  (handled.get(request.method) ?? passOn)(request, context);

async function initialize({ params }: PostedRequest, context: RelayContext): Promise<McpObject> {
  const known = await handshakeOf(context);
  const handshake = context.forModels ? withoutTasks(known) : known;
  return initializeResult(context.server.name, handshake, params['protocolVersion']);
}

async function discover(_request: PostedRequest, context: RelayContext): Promise<McpObject> {
  return discovery(context.server.name, await handshakeOf(context));
}

/**
 * The server's handshake; starts a server of which nothing is known. A chat gets an open one at once, because VS Code
 * never asks again after a failed handshake. A start may wait hours for a person. Other clients wait for the server,
 * because a true handshake is worth more to them.
 */
export async function handshakeOf(
  context: Pick<RelayContext, 'server' | 'signal' | 'forModels'>,
): Promise<Handshake> {
  const known = context.server.handshake.peek();
  if (known) return known;
  const connecting = context.server.connection(context.signal, 'background');
  if (!context.forModels) return (await connecting).handshake;
  connecting.catch(shownAsState);
  return openHandshake;
}

/** Ignores the failure of a start, because the state of the server shows it. */
function shownAsState(): void {}

/** Lists have one page, so that every cursor is invalid. */
function list(name: Exclude<keyof Catalog, 'dropped'>): Answer {
  return async ({ params: { cursor } }, context) => {
    if (cursor !== undefined && cursor !== null) throw invalidParams('Invalid cursor');
    const known = await catalogOf(context);
    if (name !== 'tools') return { [name]: await fittingItems(name, known[name]) };
    const { era, forModels } = context;
    // A client lists tools for its model.
    const all = forModels ? known.tools.map(toolForModels) : await fittingItems(name, known.tools);
    const tools = hasTasks(context) ? all : all.map(withoutExecution);
    return { tools: era === 'legacy' && !forModels ? await legacyTools(tools) : tools };
  };
}

/** True if the client was offered tasks. */
function hasTasks({ server, era, forModels }: RelayContext): boolean {
  const handshake = server.handshake.peek();
  return !forModels && handshake !== undefined && offersTasks(era, handshake);
}

/** A tool that a client may call without a task, because its call becomes one in the connection. */
function withoutExecution(tool: Tool): Tool {
  const { execution: _, ...others } = tool;
  return others;
}

/** A tool for models, without its output schema: results have only content, unless an app shows them. */
function toolForModels(tool: Tool): Tool {
  const shown = titled(publicTool(modelTool(tool).tool));
  if (appOf(tool)) return shown;
  const { outputSchema: _, ...others } = shown;
  return others;
}

/** Removes Markdown from titles, which VS Code would render, also in the question before a call. */
function titled({ title, annotations, ...tool }: Tool): Tool {
  const shown = title && withoutMarkdown(title);
  const hint = annotations?.['title'];
  const { title: _, ...hints } = annotations ?? {};
  const shownHint = typeof hint === 'string' ? withoutMarkdown(hint) : undefined;
  return {
    ...tool,
    ...(shown && { title: shown }),
    ...(annotations && { annotations: { ...hints, ...(shownHint && { title: shownHint }) } }),
  };
}

/** The server's catalog. A chat gets an empty one until it is known, and is then notified of the change. */
async function catalogOf(context: RelayContext): Promise<Catalog> {
  const known = context.server.catalog.peek();
  if (known) return known;
  const reading = readCatalog(context);
  if (!context.forModels) return reading;
  reading.catch(shownAsState);
  return emptyCatalog;
}

async function readCatalog(context: RelayContext): Promise<Catalog> {
  const { signal, server } = context;
  const connection = await server.connection(signal, 'background');
  const known = server.catalog.peek();
  if (known) return known;
  return server.forModels(await connection.readCatalog({ signal }));
}

/** A tool call. A chat gets a failure as the result, because its model does not see errors of the protocol. */
async function call(request: PostedRequest, context: RelayContext): Promise<McpObject> {
  try {
    return await guardedCall(request, context);
  } catch (error) {
    const { forModels, signal, describe } = context;
    const reason = reasonOf(error);
    if (!forModels || signal.aborted || reason.code === 'serverError') throw error;
    return { isError: true, content: [{ type: 'text', text: describe(reason) }] };
  }
}

/** A call through the guard: a tool that is withheld from models starts nothing. */
async function guardedCall(request: PostedRequest, context: RelayContext): Promise<McpObject> {
  const { method, params } = request;
  // A server might convert any other value to a name.
  if (typeof params['name'] !== 'string') throw invalidParams('The name of a tool is a text');
  const { arguments: given, inputResponses, requestState: state } = params;
  // Only an object can be shown to a person before the call.
  if (given !== undefined && !isObject(given)) throw invalidParams('Arguments are an object');
  const caller = callerOf(context);
  const { forModels, signal } = context;
  let routed;
  try {
    routed = await routeOf(request, context);
  } catch (error) {
    const refused = { caller, arguments: given, signal };
    context.server.guard?.refuse(refused, params['name'], error);
    throw error;
  }
  const { server, params: first, nameOf } = routed;
  const { guard } = server;
  if (!guard) throw invalidParams('No server has this tool');
  let tool = String(first['name']);
  const result = await guard.pass({
    caller,
    // The names may be known only when the server runs.
    tool: () => nameAt(server, params, context) ?? String(first['name']),
    nameOf,
    arguments: given,
    opensPages: context.passRounds === 'legacy',
    round: inputResponses === undefined && state === undefined ? undefined : { state },
    signal,
    connect: () => server.connection(signal, 'awaited'),
    send: (connection, { name }, mayRepeat) => {
      tool = name;
      const named = name === params['name'] ? params : { ...params, name };
      return sendOver(connection, { method, params: named }, server, context, mayRepeat);
    },
  });
  if (forModels) return server.resultForModels(tool, result, signal);
  return context.era === 'legacy' ? legacyResult(result) : result;
}

/** The name that a server has for a tool by now; `undefined` for another server's name. */
function nameAt(
  server: GatewayServer,
  params: McpObject,
  context: RelayContext,
): string | undefined {
  try {
    const now = context.server.route('tools/call', params, context.forModels);
    if (now.server === server) return String(now.params['name']);
  } catch {}
  return undefined;
}

/** The caller: only the window's own chat gets tools as its models do. */
function callerOf({ forModels, client }: RelayContext): ToolCaller {
  if (forModels) return { route: 'chat' };
  const name = client.info?.['name'];
  return { route: 'agent', ...(typeof name === 'string' && { client: name }) };
}

/** @throws UserError where no server has what the request is about. */
export async function routeOf(
  { method, params }: Pick<PostedRequest, 'method' | 'params'>,
  { server, forModels, signal }: Pick<RelayContext, 'server' | 'forModels' | 'signal'>,
): Promise<Routed> {
  const first = server.route(method, params, forModels);
  if (first.server !== server || !server.settle) return first;
  await server.settle(signal);
  return server.route(method, params, forModels);
}

async function passOn(request: PostedRequest, context: RelayContext): Promise<McpObject> {
  const { server, params } = await routeOf(request, context);
  const connection = await server.connection(context.signal, 'awaited');
  return sendOver(connection, { method: request.method, params }, server, context);
}

/**
 * Sends a request without the fields of one hop, which the connection sets itself. `server`: the one that it goes to;
 * where the client has asked one that stands for several, what it shows of the server names that.
 */
function sendOver(
  connection: SharedConnection,
  { method, params }: Pick<PostedRequest, 'method' | 'params'>,
  server: GatewayServer,
  context: RelayContext,
  mayRepeat?: () => Promise<void>,
): Promise<McpObject> {
  const { era } = connection.handshake;
  const { onNotification } = context;
  const isNamed = server !== context.server;
  const { idle, total } = limitsOf(context.limits, server.callTimeoutSeconds);
  const sent = era === 'modern' ? modernParams(params, server, context) : legacyParams(params);
  const answer = connection.request(method, sent, {
    signal: context.signal,
    onProgress: context.onProgress,
    onNotification: isNamed
      ? (notification) => onNotification(namedMessage(notification, server))
      : onNotification,
    mayRepeat,
    caller: callerOf(context).route,
    turn: turnOf(params),
    answer: context.answer(server),
    client: context.asker,
    passRounds: context.passRounds === era,
    passTasks: context.passTasks,
    isParked: context.isParked,
    idleTimeout: idle,
    totalTimeout: total,
  });
  if (!isNamed) return answer;
  return answer.then(
    (result) => namedResult(result, server),
    (error: unknown) => {
      throw namedError(error, server);
    },
  );
}

/** The id of the chat's turn, which VS Code's agent sends with each call. */
function turnOf(params: McpObject): string | undefined {
  const { 'vscode.requestId': turn } = metaOf(params);
  return typeof turn === 'string' ? turn : undefined;
}

/**
 * The params for a modern server. A client that continues rounds itself gets all requests of the server. So the
 * window's answers are not declared.
 */
function modernParams(
  params: McpObject,
  server: GatewayServer,
  { client, passRounds }: RelayContext,
): McpObject {
  const { capabilities, info, logLevel } = client;
  const own = {
    ...endToEnd(params),
    [metaKeys.clientCapabilities]: (passRounds === 'modern' ? allowedOf : answeredOf)(
      server,
      capabilities,
    ),
    ...(info && { [metaKeys.clientInfo]: info }),
    ...(logLevel && { [metaKeys.logLevel]: logLevel }),
  };
  return { ...params, _meta: own };
}

/** The params for a legacy server. A round that is unknown began with another server or an earlier host. */
function legacyParams(params: McpObject): McpObject {
  if (!ofNoLegacyServer.some((key) => key in params)) return params;
  const { _meta: _, inputResponses: __, requestState, ...rest } = params;
  if (requestState !== undefined) throw invalidParams('Unknown requestState');
  const own = endToEnd(params);
  return Object.keys(own).length > 0 ? { ...rest, _meta: own } : rest;
}

/** The params that a legacy server gets in another form, or not at all. */
const ofNoLegacyServer = ['_meta', 'inputResponses', 'requestState'] as const;

const ofOneHop: ReadonlySet<string> = new Set([
  'progressToken',
  metaKeys.protocolVersion,
  metaKeys.clientInfo,
  metaKeys.clientCapabilities,
  metaKeys.logLevel,
]);

/** The fields of a request's `_meta` that are meant for the server. */
function endToEnd(params: McpObject): McpObject {
  return Object.fromEntries(Object.entries(metaOf(params)).filter(([key]) => !ofOneHop.has(key)));
}

/** A request that the gateway itself refuses. */
export function invalidParams(message: string): UserError {
  return new UserError('serverError', { code: rpcCodes.invalidParams, message });
}

/**
 * A failure as the client gets it: the server's own errors unchanged, ours with their reason. A tool that is withheld
 * has the specification's code for unknown tools (2025-11-25, "Tools").
 */
export function rpcErrorOf(error: unknown, describe: (reason: Reason) => string): RpcError {
  const reason = reasonOf(error);
  const { code, message } = reason.args ?? {};
  if (reason.code === 'serverError' && typeof code === 'number') {
    return { code, message: String(message), ...dataOf(error) };
  }
  const kind = withheld.has(reason.code) ? rpcCodes.invalidParams : rpcCodes.internalError;
  return { code: kind, message: describe(reason), data: reason };
}

const withheld: ReadonlySet<string> = new Set<ToolRefusal['code'] | 'unknownTool'>([
  'unknownTool',
  'toolHidden',
  'toolOff',
  'toolDenied',
  'toolHeld',
]);

/** The `data` of a server's error, which the connection keeps as the cause. */
function dataOf(error: unknown): { data?: unknown } {
  const cause = error instanceof Error ? error.cause : undefined;
  return isObject(cause) && cause['data'] !== undefined ? { data: cause['data'] } : {};
}
