import type * as z from 'zod/mini';
import type { CallRoute, toolCallSchema } from '../ipc/calls';
import { appsMayCall } from '../ipc/mcpApp';
import type { hostRequests } from '../ipc/contract';
import type { McpObject } from '../ipc/state';
import type { ServerHandle } from '../servers/serverHandle';
import type { Progress } from '../connection/connection';
import type { SharedConnection } from '../servers/openCalls';
import { UserError } from '../base/errors';
import { findHandle, rawToolName } from './lookup';
import { type GuardOptions, guardOf } from './callGuard';
import { wrongArguments } from './argumentCheck';
import { limitsOf, type CallLimits } from './callLimits';

/** A requested tool call by a known route; a model may call less than a person. */
type CallRequest = Omit<ToolCallParams, 'callId'> & Required<Pick<ToolCallParams, 'route'>>;
type ToolCallParams = z.output<typeof toolCallSchema>;

export interface CallResult {
  /** The raw name of the tool. */
  readonly tool: string;
  /** The server's result, unchanged. */
  readonly result: McpObject;
}

/**
 * Calls a tool, starting an idle server first.
 * @throws UserError `unknownServer`, `ambiguousServer`, `argumentsWrong`, `toolNotForApps`, or see `CallGuard`.
 */
export async function callTool(
  handles: Iterable<ServerHandle>,
  request: CallRequest,
  context: CallContext,
  guardOptions: GuardOptions,
): Promise<CallResult> {
  const { route, turn, confirmed, gesture, arguments: given, asTask } = request;
  const handle = findHandle(handles, request.server);
  const models = route === 'person' || route === 'app' ? undefined : handle;
  let called = request.tool;
  const result = await guardOf(handle, models, guardOptions).pass({
    caller: { route, confirmed },
    // The names may be known only when the server runs.
    tool: () => (models ? rawToolName(handle, request.tool) : request.tool),
    arguments: given,
    signal: context.signal,
    connect: () => handle.connection(gesture, context.signal),
    objection: (tool) => {
      if (route === 'app' && !appsMayCall(tool)) {
        return new UserError('toolNotForApps', { tool: tool.name, server: handle.name });
      }
      return models && wrongArguments(tool, given);
    },
    send: (connection, { name }, mayRepeat) => {
      called = name;
      const params = { name, arguments: given };
      const call = { method: 'tools/call', params, mayRepeat, caller: route, turn, asTask };
      return sendRequest(connection, handle, call, context);
    },
  });
  return { tool: called, result };
}

/** The context of a client's request. */
export interface CallContext {
  readonly limits: CallLimits;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Ties requests from the server, and the record of the traffic, to this request of the client. */
  readonly callId: string;
}

interface Outgoing {
  readonly method: string;
  readonly params: McpObject;
  /** See `RequestOptions`. */
  readonly mayRepeat?: () => Promise<void>;
  readonly caller: CallRoute;
  readonly turn?: string | undefined;
  readonly asTask?: boolean | undefined;
}

/**
 * Sends a client's request and returns the server's result unchanged. The client answers requests from the server.
 * @throws UserError why it failed.
 */
export async function sendRequest(
  connection: SharedConnection,
  handle: ServerHandle,
  { method, params, mayRepeat, caller, turn, asTask }: Outgoing,
  { limits, signal, onProgress, callId }: CallContext,
): Promise<McpObject> {
  const { idle, total } = limitsOf(limits, handle.options.callTimeoutSeconds);
  return connection.request(method, params, {
    signal,
    onProgress,
    mayRepeat,
    caller,
    turn,
    callId,
    asTask,
    idleTimeout: idle,
    totalTimeout: total,
    answer: (question, withdrawn) => handle.answer(question, withdrawn, callId),
  });
}

/** A reading request such as `resources/read`. */
type ReadRequest = Omit<z.output<typeof hostRequests.read.params>, 'callId'>;

/**
 * Reads from a server, starting an idle one first, and returns its result unchanged.
 * @throws UserError `unknownServer`, `ambiguousServer`, `resourceNotFound`, or why it failed.
 */
export async function readFrom(
  handles: Iterable<ServerHandle>,
  { server, method, params, gesture }: ReadRequest,
  context: CallContext,
): Promise<McpObject> {
  const handle = findHandle(handles, server);
  const connection = await handle.connection(gesture, context.signal);
  const read = { method, params, caller: 'person' } as const;
  return sendRequest(connection, handle, read, context).catch((error: unknown) => {
    throw readFailure(error, method, params);
  });
}

/** Error codes for an unknown resource; the second belongs to the modern era ("Resources"). */
const codes: readonly unknown[] = [-32002, -32602];

/** The failure of a request, as `resourceNotFound` where the server means that. */
export function readFailure(error: unknown, method: string, { uri }: McpObject): unknown {
  if (method !== 'resources/read' || !(error instanceof UserError)) return error;
  if (error.code !== 'serverError' || !codes.includes(error.args['code'])) return error;
  const message = String(error.args['message'] ?? '');
  return new UserError('resourceNotFound', { uri: String(uri), message }, { cause: error });
}
