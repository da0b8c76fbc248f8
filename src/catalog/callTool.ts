import type { McpObject } from '../contract/state';
import type { Seat } from '../supervisor/seat';
import { findSeat, findTool, rawToolName, refuseKept } from './lookup';
import { senderTo, type CallContext } from './sender';
import { wrongArguments } from './wrongArguments';

/** One tool call as it is asked for; `server` is an id or a unique name. */
export interface CallRequest {
  readonly server: string;
  readonly tool: string;
  readonly arguments: McpObject;
  readonly gesture: boolean;
  /** A model asks, which may call less than a person. */
  readonly forModel?: boolean | undefined;
}

/**
 * Calls a tool, starting an idle server first, and gives the server's result as it came.
 * @throws UserError `unknownServer`, `ambiguousServer`, `unknownTool`, `argumentsWrong`, why the tool is kept
 * from who asks (`findTool`), or why the call failed. A call of one that is kept back starts nothing.
 */
export async function callTool(
  seats: Iterable<Seat>,
  request: CallRequest,
  context: CallContext,
): Promise<McpObject> {
  const seat = findSeat(seats, request.server);
  const asker = request.forModel ? 'model' : 'person';
  const nameNow = (): string => (request.forModel ? rawToolName(seat, request.tool) : request.tool);
  refuseKept(seat, nameNow(), asker);
  const send = await senderTo(seat, request.gesture, context);
  // The names may be known only now.
  const tool = findTool(seat, nameNow(), asker);
  const wrong = request.forModel && wrongArguments(tool, request.arguments);
  if (wrong) throw wrong;
  return send('tools/call', { name: tool.name, arguments: request.arguments });
}
