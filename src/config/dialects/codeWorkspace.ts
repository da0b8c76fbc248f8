import type { Dialect } from '../dialect';
import { vscode } from './vscode';

/**
 * | fact  | workspace files of VS Code                                                               |
 * | ----- | ---------------------------------------------------------------------------------------- |
 * | file  | `*.code-workspace`; servers and inputs in the setting `mcp`                              |
 * | also  | `mcp.servers` at the root, as settings files had it and READMEs still show it             |
 */
export const codeWorkspace: Dialect = {
  ...vscode,
  id: 'codeWorkspace',
  label: 'VS Code workspace file',
  containers: [
    ['settings', 'mcp', 'servers'],
    ['mcp', 'servers'],
  ],
};
