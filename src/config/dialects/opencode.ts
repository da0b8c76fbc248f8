import type { Dialect } from '../dialect';

/**
 * | fact    | opencode                                                                               |
 * | ------- | -------------------------------------------------------------------------------------- |
 * | file    | `opencode.json` or `.jsonc`, of a project or in `~/.config/opencode`; object `mcp`        |
 * | type    | `local` or `remote`; a remote one is tried with streamable HTTP, then with SSE           |
 * | command | one array with the arguments in it; variables stand in `environment`                   |
 * | timeout | milliseconds, for requests; newer files part it into `startup` and `request`             |
 * | entry   | of `enabled` alone switches a server that an organisation declares                      |
 * | lost    | `oauth` but its client id; the object `tools` beside `mcp`                               |
 */
export const opencode: Dialect = {
  id: 'opencode',
  label: 'opencode',
  syntax: 'jsonc',
  containers: [['mcp']],
  entries: 'object',
  rows: [
    { key: 'type', holds: 'type' },
    { key: 'command', holds: 'commandLine' },
    { key: 'cwd', holds: 'cwd' },
    { key: 'environment', holds: 'env' },
    { key: 'url', holds: 'url' },
    { key: 'headers', holds: 'headers' },
    { key: 'oauth.clientId', holds: 'clientId' },
    { key: 'enabled', holds: 'enabled' },
    { key: 'disabled', holds: 'disabled', readOnly: true },
    { key: 'timeout', holds: 'callTimeout', unit: 'milliseconds' },
    { key: 'timeout.request', holds: 'callTimeout', unit: 'milliseconds' },
    { key: 'timeout.startup', holds: 'startupTimeout', unit: 'milliseconds', readOnly: true },
  ],
  transports: { stdio: { type: 'local' }, http: { type: 'remote' } },
  elsewhere: ['enabled'],
};
