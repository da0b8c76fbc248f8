import type { Dialect } from '../dialect';
import { mcpServersRows } from './mcpServersRows';

/**
 * | fact  | Claude Desktop                                                                           |
 * | ----- | ---------------------------------------------------------------------------------------- |
 * | file  | `claude_desktop_config.json` among the person's settings                                  |
 * | holds | local servers only: remote ones are connectors of the account                             |
 * | takes | every text as it is when it starts a server                                              |
 */
export const claudeDesktop: Dialect = {
  id: 'claude-desktop',
  label: 'Claude Desktop',
  syntax: 'jsonc',
  containers: [['mcpServers']],
  entries: 'object',
  rows: [...mcpServersRows, { key: 'cwd', holds: 'cwd', readOnly: true }],
  transports: { stdio: {} },
  writes: 'none',
};
