import { ownValue } from '../base/json';
import type { McpObject } from '../ipc/state';

/** What of its parameters names the object of a request. */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  // Extension "Tasks" (SEP-2663), routing headers.
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * What `Mcp-Name` says of a request, not yet as a header has it (2026-07-28, "Standard Request Headers");
 * absent where it names nothing.
 */
export function mcpName(method: string, params: McpObject | undefined): string | undefined {
  const field = ownValue(namedBy, method);
  const name = field === undefined ? undefined : params?.[field];
  return typeof name === 'string' ? name : undefined;
}
