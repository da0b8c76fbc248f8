import type { Dialect } from '../dialect';
import { mcpServersRows } from './mcpServersRows';

const rows = mcpServersRows.filter(({ holds }) => holds !== 'url');

/**
 * | fact      | Cline                                                                     |
 * | --------- | ------------------------------------------------------------------------- |
 * | file      | `cline_mcp_settings.json` among the extension's data, or below `~/.cline` |
 * | type      | `stdio`, `sse`, `streamableHttp`; an address without a type means SSE     |
 * | older     | `transportType` with `http` for the last                                  |
 * | timeout   | seconds, for calls                                                        |
 * | lost      | `autoApprove`, tools that run without a question                          |
 * | variables | `${env:X}` only                                                           |
 */
export const cline: Dialect = {
  id: 'cline',
  label: 'Cline',
  syntax: 'jsonc',
  containers: [['mcpServers']],
  entries: 'object',
  rows: [
    ...rows,
    { key: 'url', holds: 'url', transport: 'sse' },
    { key: 'transportType', holds: 'type' },
    { key: 'cwd', holds: 'cwd' },
    { key: 'disabled', holds: 'disabled' },
    { key: 'timeout', holds: 'callTimeout', unit: 'wholeSeconds' },
  ],
  transports: { stdio: {}, http: { type: 'streamableHttp' }, sse: { type: 'sse' } },
};
