import { mcpServersRows } from './mcpServersRows';
import type { Dialect } from '../dialect';

/**
 * | fact      | Windsurf                                                                             |
 * | --------- | ------------------------------------------------------------------------------------ |
 * | file      | `~/.codeium/windsurf/mcp_config.json`                                                |
 * | url       | stands under `serverUrl`; `url` is read as well                                      |
 * | type      | does not exist: the transport is found out                                           |
 * | tools     | `disabledTools` by name; `alwaysAllow` is about questions, not about what is offered |
 * | variables | `${env:X}` and `${file:path}`, nothing of the workspace                              |
 */
export const windsurf: Dialect = {
  id: 'windsurf',
  label: 'Windsurf',
  syntax: 'jsonc',
  containers: [['mcpServers']],
  entries: 'object',
  rows: [
    { key: 'serverUrl', holds: 'url' },
    ...mcpServersRows,
    { key: 'disabled', holds: 'disabled' },
    { key: 'disabledTools', holds: 'hiddenTools' },
    { key: 'cwd', holds: 'cwd', readOnly: true },
  ],
  transports: { stdio: {}, http: {} },
  variables: ['contents'],
};
