import type { McpObject } from '../contract/state';
import type { Seat } from '../supervisor/seat';
import { findSeat, findTool, hiddenTool } from './lookup';
import { missingArguments } from './missingArguments';
import { senderTo, type CallContext } from './sender';

/** One tool call as it is asked for; `server` is an id or a unique name. */
export interface CallRequest {
  readonly server: string;
  readonly tool: string;
  readonly arguments: McpObject;
  readonly gesture: boolean;
}

/**
 * Calls a tool, starting an idle server first, and gives the server's result as it came.
 * @throws UserError `unknownServer`, `ambiguousServer`, `unknownTool`, `toolHidden`, `argumentsMissing`,
 * or why the call failed. A call of a hidden tool starts nothing.
 */
export async function callTool(
  seats: Iterable<Seat>,
  request: CallRequest,
  context: CallContext,
): Promise<McpObject> {
  const seat = findSeat(seats, request.server);
  if (seat.hides(request.tool)) throw hiddenTool(seat, request.tool);
  const send = await senderTo(seat, request.gesture, context);
  const missing = missingArguments(findTool(seat, request.tool), request.arguments);
  if (missing) throw missing;
  return send('tools/call', { name: request.tool, arguments: request.arguments });
}
