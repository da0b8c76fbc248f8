import type { DialectId } from '../read/dialectId';
import { cherryStudio } from './cherryStudio';
import { claudeCode } from './claudeCode';
import { claudeDesktop } from './claudeDesktop';
import { cline } from './cline';
import { codeWorkspace } from './codeWorkspace';
import { codex } from './codex';
import { continueDev } from './continueDev';
import { cursor } from './cursor';
import type { Dialect } from './dialect';
import { dotmcp } from './dotmcp';
import { gemini } from './gemini';
import { opencode } from './opencode';
import { roo } from './roo';
import { trae } from './trae';
import { vscode } from './vscode';
import { windsurf } from './windsurf';
import { zed } from './zed';

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
