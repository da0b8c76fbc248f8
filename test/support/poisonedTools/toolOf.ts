import type { McpObject, Tool } from '../../../src/ipc/state';

/** A parameter that takes text. */
export const text: McpObject = { type: 'string' };

/** A tool with as much of a definition as its trick, or its innocence, needs. */
export function toolOf(
  name: string,
  description: string,
  properties: Readonly<Record<string, McpObject>> = {},
  more: McpObject = {},
): Tool {
  return { name, description, inputSchema: { type: 'object', properties }, ...more };
}
