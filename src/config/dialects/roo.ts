import type { Dialect } from '../dialect';
import { mcpServersRows } from './mcpServersRows';

/**
 * | fact      | Roo Code                                                                             |
 * | --------- | ------------------------------------------------------------------------------------ |
 * | file      | `mcp_settings.json` among the extension's data, `.roo/mcp.json` of a project         |
 * | type      | `stdio`, `sse`, `streamable-http`; needed with an address                            |
 * | timeout   | whole seconds, for calls                                                             |
 * | tools     | `disabledTools` are not offered; `alwaysAllow` are those that run without a question |
 * | lost      | `alwaysAllow`, `watchPaths` (files whose change restarts the server)                 |
 * | variables | `${env:X}` and `${workspaceFolder}`                                                  |
 */
export const roo: Dialect = {
  id: 'roo',
  label: 'Roo Code',
  syntax: 'jsonc',
  containers: [['mcpServers']],
  entries: 'object',
  rows: [
    ...mcpServersRows,
    { key: 'cwd', holds: 'cwd' },
    { key: 'disabled', holds: 'disabled' },
    { key: 'timeout', holds: 'callTimeout', unit: 'wholeSeconds' },
    { key: 'disabledTools', holds: 'hiddenTools' },
  ],
  transports: { stdio: {}, http: { type: 'streamable-http' }, sse: { type: 'sse' } },
  variables: ['workspaceFolder'],
};
