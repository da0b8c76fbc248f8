import { metaKeys, metaOf } from '../../protocol/meta';
import { type RpcError, rpcCodes } from '../../protocol/jsonRpc';
import type { McpObject } from '../../ipc/state';
import type { GatewayServer } from '../gatewayServer';
import { serverInfo } from '../handshakeResult';

/** Results that say how long they may be kept (2026-07-28, "Caching"). */
const cacheable: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);
/** The gateway is near and answers from memory; what changes is told. */
const notKept = { ttlMs: 0, cacheScope: 'private' } as const;

/** What a server of the legacy era tells that the modern one does not know. */
export const legacyNotifications: ReadonlySet<string> = new Set([
  'notifications/elicitation/complete',
  'notifications/tasks/status',
]);

/** A result as the modern era has it, whatever era the server is of. */
export function modernResult(method: string, result: McpObject, server: GatewayServer): McpObject {
  const info = serverInfo(server.name, server.handshake.peek());
  const { resultType = 'complete' } = result;
  return {
    ...(cacheable.has(method) && resultType === 'complete' && notKept),
    ...result,
    resultType,
    _meta: { ...metaOf(result), [metaKeys.serverInfo]: info },
  };
}

/** An error without the codes that only the legacy era has ("Error Codes"). */
export function modernError(error: RpcError, { uri }: McpObject): RpcError {
  switch (error.code) {
    case rpcCodes.resourceNotFound:
      return { data: { uri }, ...error, code: rpcCodes.invalidParams };
    case rpcCodes.urlElicitationRequired:
      return { ...error, code: rpcCodes.internalError };
    default:
      return error;
  }
}

/** The status of a response that is nothing but this error ("Streamable HTTP"). */
export function statusOf({ code }: RpcError): number {
  switch (code) {
    case rpcCodes.methodNotFound:
      return 404;
    case rpcCodes.headerMismatch:
    case rpcCodes.missingCapability:
    case rpcCodes.unsupportedVersion:
      return 400;
    default:
      return 200;
  }
}
