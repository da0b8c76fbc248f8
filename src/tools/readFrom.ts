import type { McpObject } from '../ipc/state';
import type { ServerHandle } from '../servers/serverHandle';
import { findHandle } from './lookup';
import { readFailure } from './readFailure';
import { sendOver, type CallContext } from './sender';

/** A request that reads, such as `resources/read`; `server` is an id or a unique name. */
export interface ReadRequest {
  readonly server: string;
  readonly method: string;
  readonly params: McpObject;
  readonly gesture: boolean;
}

/**
 * Reads from a server, starting an idle one first, and gives its result as it came.
 * @throws UserError `unknownServer`, `ambiguousServer`, `resourceNotFound`, or why it failed.
 */
export async function readFrom(
  handles: Iterable<ServerHandle>,
  { server, method, params, gesture }: ReadRequest,
  context: CallContext,
): Promise<McpObject> {
  const handle = findHandle(handles, server);
  const connection = await handle.connection(gesture, context.signal);
  return sendOver(connection, handle, { method, params }, context).catch((error: unknown) => {
    throw readFailure(error, method, params);
  });
}
