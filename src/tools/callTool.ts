import type { CallRoute, EditorQuestion } from '../ipc/calls';
import type { McpObject } from '../ipc/state';
import type { ServerHandle } from '../servers/serverHandle';
import { gateOf } from './gateOf';
import { askedServer, findHandle, rawToolName } from './lookup';
import { sendOver, type CallContext } from './sender';
import type { GatePorts } from './toolGate';
import { wrongArguments } from './wrongArguments';

/** One tool call as it is asked for; `server` is an id or a unique name. */
export interface CallRequest {
  readonly server: string;
  readonly tool: string;
  readonly arguments: McpObject;
  readonly gesture: boolean;
  /** A model may call less than a person. */
  readonly route: Exclude<CallRoute, 'chat' | 'agent'>;
  /** See `ToolCaller`. */
  readonly confirmed?: EditorQuestion | undefined;
}

/** What a call has come to. */
export interface CallResult {
  /** The raw name of the tool. */
  readonly tool: string;
  /** The server's own. */
  readonly result: McpObject;
}

/**
 * Calls a tool, starting an idle server first.
 * @throws UserError `unknownServer`, `ambiguousServer`, `argumentsWrong`, or see `ToolGate`.
 */
export async function callTool(
  handles: Iterable<ServerHandle>,
  request: CallRequest,
  context: CallContext,
  ports: GatePorts,
): Promise<CallResult> {
  const { route, confirmed, gesture, arguments: given } = request;
  const handle = findHandle(handles, request.server);
  const asker = route === 'person' ? 'person' : 'model';
  let called = request.tool;
  const result = await gateOf(handle, askedServer(handle, asker), ports).pass({
    caller: { route, confirmed },
    // The names may be known only when the server runs.
    tool: () => (asker === 'model' ? rawToolName(handle, request.tool) : request.tool),
    arguments: given,
    signal: context.signal,
    connect: () => handle.connection(gesture, context.signal),
    objection: (tool) => (asker === 'model' ? wrongArguments(tool, given) : undefined),
    send: (connection, { name }, mayRepeat) => {
      called = name;
      const params = { name, arguments: given };
      return sendOver(connection, handle, { method: 'tools/call', params, mayRepeat }, context);
    },
  });
  return { tool: called, result };
}
