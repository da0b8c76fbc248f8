import { mcpServersRows } from './mcpServersRows';
import type { Dialect } from '../dialect';

/**
 * | fact    | Gemini CLI                                                                             |
 * | ------- | -------------------------------------------------------------------------------------- |
 * | file    | `~/.gemini/settings.json`, `.gemini/settings.json` of a project                          |
 * | url     | `httpUrl` is streamable HTTP; `url` is SSE in older releases, and by `type` in newer ones |
 * | timeout | milliseconds, for requests                                                             |
 * | tools   | `excludeTools` counts before `includeTools`                                            |
 * | lost    | `trust`, which is about questions; `mcp.allowed` and `mcp.excluded` beside the entries   |
 */
export const gemini: Dialect = {
  id: 'gemini',
  label: 'Gemini CLI',
  syntax: 'jsonc',
  containers: [['mcpServers']],
  entries: 'object',
  rows: [
    { key: 'httpUrl', holds: 'url', transport: 'http' },
    ...mcpServersRows,
    { key: 'cwd', holds: 'cwd' },
    { key: 'timeout', holds: 'callTimeout', unit: 'milliseconds' },
    { key: 'includeTools', holds: 'allowedTools' },
    { key: 'excludeTools', holds: 'hiddenTools' },
    { key: 'oauth.clientId', holds: 'clientId' },
  ],
  transports: { stdio: {}, http: {}, sse: { url: 'url', type: 'sse' } },
};
