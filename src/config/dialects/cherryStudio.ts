import { mcpServersRows } from './mcpServersRows';
import type { Dialect } from '../dialect';

const rows = mcpServersRows.filter(({ holds }) => holds !== 'url');

/**
 * | fact    | Cherry Studio                                                                          |
 * | ------- | -------------------------------------------------------------------------------------- |
 * | file    | none: servers are imported and exported as JSON                                        |
 * | type    | `stdio`, `sse`, `streamableHttp`; `inMemory` is built in                                 |
 * | url     | stands under `baseUrl`                                                                 |
 * | switch  | `isActive`                                                                             |
 * | timeout | seconds, for requests                                                                  |
 * | lost    | what is shown in its lists: provider, logo, tags, description                           |
 */
export const cherryStudio: Dialect = {
  id: 'cherry-studio',
  label: 'Cherry Studio',
  syntax: 'jsonc',
  containers: [['mcpServers']],
  entries: 'object',
  rows: [
    { key: 'name', holds: 'nothing' },
    ...rows,
    { key: 'baseUrl', holds: 'url' },
    { key: 'url', holds: 'url' },
    { key: 'isActive', holds: 'enabled' },
    { key: 'timeout', holds: 'callTimeout', unit: 'wholeSeconds' },
    { key: 'disabledTools', holds: 'hiddenTools' },
  ],
  transports: {
    stdio: { type: 'stdio' },
    http: { type: 'streamableHttp' },
    sse: { type: 'sse' },
  },
};
