import type { DialectId } from './definition';
import { cherryStudio } from './dialects/cherryStudio';
import { claudeCode } from './dialects/claudeCode';
import { claudeDesktop } from './dialects/claudeDesktop';
import { cline } from './dialects/cline';
import { codeWorkspace } from './dialects/codeWorkspace';
import { codex } from './dialects/codex';
import { continueDev } from './dialects/continueDev';
import { cursor } from './dialects/cursor';
import type { Dialect } from './dialect';
import { dotmcp } from './dialects/dotmcp';
import { gemini } from './dialects/gemini';
import { opencode } from './dialects/opencode';
import { roo } from './dialects/roo';
import { trae } from './dialects/trae';
import { vscode } from './dialects/vscode';
import { windsurf } from './dialects/windsurf';
import { zed } from './dialects/zed';

/** Every host's way to write servers. */
export const dialects: Readonly<Record<DialectId, Dialect>> = {
  vscode,
  codeWorkspace,
  dotmcp,
  'claude-desktop': claudeDesktop,
  'claude-code': claudeCode,
  cursor,
  windsurf,
  cline,
  roo,
  continue: continueDev,
  codex,
  gemini,
  opencode,
  zed,
  'cherry-studio': cherryStudio,
  trae,
};

/**
 * The grammar of a file: by its ending where that tells, as hosts that write YAML read JSON as well,
 * else the host's own.
 */
export function syntaxOf(dialect: DialectId, file: string): Dialect['syntax'] {
  if (/\.jsonc?$/i.test(file)) return 'jsonc';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  if (/\.toml$/i.test(file)) return 'toml';
  return dialects[dialect].syntax;
}
