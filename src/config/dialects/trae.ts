import { mcpServersRows } from './mcpServersRows';
import type { Dialect } from '../dialect';

/**
 * | fact      | Trae                                                                           |
 * | --------- | ------------------------------------------------------------------------------ |
 * | file      | `mcp.json` among Trae's user settings, `.trae/mcp.json` of a project           |
 * | type      | is told by `command` or `url`; an address is reached by streamable HTTP or SSE |
 * | keeps     | switches and choices of tools elsewhere                                        |
 * | variables | `${workspaceFolder}`                                                           |
 */
export const trae: Dialect = {
  id: 'trae',
  label: 'Trae',
  syntax: 'jsonc',
  containers: [['mcpServers']],
  entries: 'object',
  rows: [
    ...mcpServersRows,
    { key: 'cwd', holds: 'cwd', readOnly: true },
    { key: 'disabled', holds: 'disabled', readOnly: true },
  ],
  transports: { stdio: {}, http: {} },
  variables: ['workspaceFolder'],
};
