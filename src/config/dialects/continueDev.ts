import type { Dialect } from '../dialect';

/**
 * | fact    | Continue                                                                               |
 * | ------- | -------------------------------------------------------------------------------------- |
 * | file    | `~/.continue/config.yaml` and the YAML files in `.continue/mcpServers`                  |
 * | list    | `mcpServers` is an array; an element has a `name`, or `uses` a block made elsewhere      |
 * | type    | `stdio`, `sse`, `streamable-http`; without one HTTP is tried, then SSE                   |
 * | headers | stand in `requestOptions`, beside settings of the connection that are lost               |
 * | timeout | `connectionTimeout`, milliseconds, until the server answers                              |
 * | JSON    | files in `.continue/mcpServers` are written like `.mcp.json`                            |
 */
export const continueDev: Dialect = {
  id: 'continue',
  label: 'Continue',
  syntax: 'yaml',
  containers: [['mcpServers'], []],
  entries: 'array',
  opening: ['name: MCP servers', 'version: 0.0.1', 'schema: v1'],
  rows: [
    { key: 'name', holds: 'nothing' },
    { key: 'type', holds: 'type' },
    { key: 'command', holds: 'command' },
    { key: 'args', holds: 'args' },
    { key: 'cwd', holds: 'cwd' },
    { key: 'env', holds: 'env' },
    { key: 'url', holds: 'url' },
    { key: 'requestOptions.headers', holds: 'headers' },
    { key: 'headers', holds: 'headers', readOnly: true },
    { key: 'connectionTimeout', holds: 'startupTimeout', unit: 'milliseconds' },
  ],
  transports: { stdio: {}, http: { type: 'streamable-http' }, sse: { type: 'sse' } },
  elsewhere: ['uses'],
};
