import { isObject } from '../base/json';
import { UserError, reasonOf, type Reason } from '../base/errors';
import { unlessAborted } from '../base/unlessAborted';
import { limitsOf, type CallLimits } from '../catalog/callTool';
import { hiddenTool } from '../catalog/lookup';
import type { Progress } from '../connection/connection';
import type { Catalog, McpObject } from '../contract/state';
import type { SharedConnection } from '../supervisor/openCalls';
import type { Urgency } from '../supervisor/startQueue';
import type { GatewayServer } from './gatewayServer';
import { greeting } from './greeting';
import { rpcCodes, type RpcError, type RpcRequest } from './messages';

/** A request on its way to a server. */
export interface RelayContext {
  readonly server: GatewayServer;
  readonly signal: AbortSignal;
  readonly limits: CallLimits;
  readonly onProgress: (progress: Progress) => void;
}

type Answer = (request: RpcRequest, context: RelayContext) => Promise<McpObject>;

/** What the gateway answers or looks at itself; everything else is the server's. */
const own: ReadonlyMap<string, Answer> = new Map([
  ['ping', async () => ({})],
  ['initialize', initialize],
  ['tools/list', list('tools')],
  ['prompts/list', list('prompts')],
  ['resources/list', list('resources')],
  ['resources/templates/list', list('resourceTemplates')],
  ['tools/call', call],
]);

/**
 * The result of a request: handshake and lists from what is known, so that an idle server need not
 * start; the rest from the server, both ways with every field intact.
 * @throws UserError why the server cannot answer.
 */
export const relay: Answer = (request, context) =>
  (own.get(request.method) ?? passOn)(request, context);

async function initialize({ params }: RpcRequest, context: RelayContext): Promise<McpObject> {
  const { name, handshake } = context.server;
  const known = handshake.peek() ?? (await connectionOf(context, 'background')).handshake;
  return greeting(name, known, params['protocolVersion']);
}

/** Lists are whole: whoever asks for another page has a cursor that is not of this gateway. */
function list(name: Exclude<keyof Catalog, 'dropped'>): Answer {
  return async ({ params }, context) => {
    if (params['cursor'] !== undefined) {
      const code = rpcCodes.invalidParams;
      throw new UserError('serverError', { code, message: 'Invalid cursor' });
    }
    const known = context.server.catalog.peek() ?? (await readCatalog(context));
    return { [name]: known[name] };
  };
}

async function readCatalog(context: RelayContext): Promise<Catalog> {
  const connection = await connectionOf(context, 'background');
  const { signal, server } = context;
  const known = server.catalog.peek();
  if (known) return known;
  const whole = await connection.readCatalog({ signal });
  return { ...whole, tools: whole.tools.filter(({ name }) => !server.hides(name)) };
}

/** A hidden tool is no tool of this gateway: its call starts nothing. */
async function call(request: RpcRequest, context: RelayContext): Promise<McpObject> {
  const { name } = request.params;
  if (typeof name === 'string' && context.server.hides(name)) {
    throw hiddenTool(context.server, name);
  }
  return passOn(request, context);
}

/** The progress token belongs to one hop; the connection puts its own in its place. */
async function passOn({ method, params }: RpcRequest, context: RelayContext): Promise<McpObject> {
  const connection = await connectionOf(context, 'asked');
  const { _meta, ...rest } = params;
  const { progressToken: _, ...meta } = isObject(_meta) ? _meta : {};
  const { idle, total } = limitsOf(context.limits, context.server.callTimeoutSeconds);
  const own = Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
  return connection.request(method, own, {
    signal: context.signal,
    onProgress: context.onProgress,
    idleTimeout: idle,
    totalTimeout: total,
  });
}

/**
 * Others may wait for the same start, so it may go on when this request is cancelled. Clients get to
 * know all their servers at once when they come up; only what uses one is `asked` for.
 */
function connectionOf(
  { server, signal }: RelayContext,
  urgency: Urgency,
): Promise<SharedConnection> {
  return unlessAborted(server.connection(signal, urgency), signal);
}

/**
 * A failure as the client gets it: the server's own errors unchanged, ours with their reason. A hidden
 * tool has the code that the specification gives an unknown one (2025-11-25, "Tools").
 */
export function rpcErrorOf(error: unknown, describe: (reason: Reason) => string): RpcError {
  const reason = reasonOf(error);
  const { code, message } = reason.args ?? {};
  if (reason.code === 'serverError' && typeof code === 'number') {
    return { code, message: String(message), ...dataOf(error) };
  }
  const kind = reason.code === 'toolHidden' ? rpcCodes.invalidParams : rpcCodes.internalError;
  return { code: kind, message: describe(reason), data: reason };
}

/** The `data` of a server's error, which the connection keeps as the cause. */
function dataOf(error: unknown): { data?: unknown } {
  const cause = error instanceof Error ? error.cause : undefined;
  return isObject(cause) && cause['data'] !== undefined ? { data: cause['data'] } : {};
}
