import { ownValue } from '../base/json';
import type { McpObject } from '../ipc/state';
import type { RpcMessage } from './jsonRpc';

/** The parameter that names the object of a request, by its method. */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  // Extension "Tasks" (SEP-2663), routing headers.
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** The object of a request, which `Mcp-Name` encodes (2026-07-28, "Standard Request Headers"). */
export function mcpName(method: string, params: McpObject | undefined): string | undefined {
  const field = ownValue(namedBy, method);
  const name = field === undefined ? undefined : params?.[field];
  return typeof name === 'string' ? name : undefined;
}

/** Requests that only read, so that a repetition does no harm. */
const readOnlyMethods: ReadonlySet<string> = new Set([
  'ping',
  'server/discover',
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
  'tasks/get',
  'tasks/list',
]);

/**
 * True if a message may be sent again after a failure, because it only reads. A call is never repeated once it may
 * have arrived. Transports also repeat a request that cannot have arrived.
 */
export function isRepeatable(message: RpcMessage): boolean {
  return 'method' in message && readOnlyMethods.has(message.method);
}
