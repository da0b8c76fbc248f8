/**
 * The ways in which hosts write their servers. `dotmcp` is a project's `.mcp.json`, `codeWorkspace`
 * the settings of a `.code-workspace` file.
 */
export const dialectIds = [
  'vscode',
  'codeWorkspace',
  'dotmcp',
  'claude-desktop',
  'claude-code',
  'cursor',
  'windsurf',
  'cline',
  'roo',
  'continue',
  'codex',
  'gemini',
  'opencode',
  'zed',
  'cherry-studio',
  'trae',
] as const;

export type DialectId = (typeof dialectIds)[number];
