import type { DialectId } from './definition';
import type { VariableStyle } from './variables';

const styles: Readonly<Record<DialectId, VariableStyle>> = {
  vscode: 'vscode',
  codeWorkspace: 'vscode',
  dotmcp: 'shell',
  'claude-desktop': 'shell',
  'claude-code': 'shell',
  cursor: 'both',
  windsurf: 'both',
  trae: 'both',
  cline: 'both',
  roo: 'both',
  continue: 'templates',
  gemini: 'dollar',
  opencode: 'braces',
  // Codex has keys of its own that name variables; what they say is read in this form.
  codex: 'braces',
  // These hosts take every text as it is.
  zed: 'none',
  'cherry-studio': 'none',
};

/** How variables are written in the files of a dialect. */
export function variableStyleOf(dialect: DialectId): VariableStyle {
  return styles[dialect];
}
