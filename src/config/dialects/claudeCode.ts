import type { Dialect } from '../dialect';
import { mcpServersRows } from './mcpServersRows';

/**
 * | fact     | Claude Code                                                                           |
 * | -------- | ------------------------------------------------------------------------------------- |
 * | file     | `~/.claude.json`; a project's own file is `.mcp.json`                                  |
 * | projects | `projects.<path>.mcpServers` counts in that folder only                                |
 * | type     | needed for `http` and `sse`                                                           |
 * | lost     | `headersHelper`, a program that makes headers                                         |
 */
export const claudeCode: Dialect = {
  id: 'claude-code',
  label: 'Claude Code',
  syntax: 'jsonc',
  containers: [['mcpServers'], ['projects', '*', 'mcpServers']],
  entries: 'object',
  rows: [
    ...mcpServersRows,
    { key: 'timeout', holds: 'callTimeout', unit: 'milliseconds' },
    { key: 'oauth.clientId', holds: 'clientId' },
  ],
  transports: { stdio: {}, http: { type: 'http' }, sse: { type: 'sse' } },
};
