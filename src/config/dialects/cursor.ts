import { mcpServersRows } from './mcpServersRows';
import type { Dialect } from '../dialect';

/**
 * | fact      | Cursor                                                                                  |
 * | --------- | --------------------------------------------------------------------------------------- |
 * | file      | `.cursor/mcp.json` of a project or of the person                                        |
 * | type      | is optional; an address is tried with streamable HTTP, then with SSE                    |
 * | holds     | `envFile` of local servers, `auth.CLIENT_ID` of remote ones                             |
 * | keeps     | switches and choices of tools elsewhere                                                 |
 * | variables | the environment, the workspace folder and its name, the home folder, the path separator |
 */
export const cursor: Dialect = {
  id: 'cursor',
  label: 'Cursor',
  syntax: 'jsonc',
  containers: [['mcpServers']],
  entries: 'object',
  rows: [
    ...mcpServersRows,
    { key: 'envFile', holds: 'envFile' },
    { key: 'auth.CLIENT_ID', holds: 'clientId' },
    { key: 'cwd', holds: 'cwd', readOnly: true },
    { key: 'disabled', holds: 'disabled', readOnly: true },
  ],
  transports: { stdio: {}, http: {}, sse: { type: 'sse' } },
  variables: ['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'pathSeparator'],
};
