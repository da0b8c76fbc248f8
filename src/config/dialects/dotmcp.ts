import type { Dialect } from '../dialect';
import { mcpServersRows } from './mcpServersRows';

/**
 * | fact      | `.mcp.json`                                                                          |
 * | --------- | ------------------------------------------------------------------------------------ |
 * | file      | at a project's root; read by VS Code, Claude Code, Copilot                            |
 * | wrapper   | `mcpServers`, or none at all                                                         |
 * | VS Code   | takes command, args, env, url and headers; the working folder is the project          |
 * | Claude    | expands variables of the environment, limits calls by `timeout`                      |
 * | Copilot   | writes `type: "local"` and a list `tools`                                            |
 */
export const dotmcp: Dialect = {
  id: 'dotmcp',
  label: '.mcp.json',
  syntax: 'jsonc',
  containers: [['mcpServers'], []],
  entries: 'object',
  rows: [
    ...mcpServersRows,
    { key: 'timeout', holds: 'callTimeout', unit: 'milliseconds' },
    { key: 'cwd', holds: 'cwd', readOnly: true },
    { key: 'tools', holds: 'allowedTools', readOnly: true },
    { key: 'disabled', holds: 'disabled', readOnly: true },
    { key: 'serverUrl', holds: 'url', readOnly: true },
  ],
  transports: { stdio: {}, http: { type: 'http' }, sse: { type: 'sse' } },
};
