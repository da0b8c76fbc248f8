import { getNodeValue } from 'jsonc-parser';
import { isObject } from '../../base/json';
import type { DialectId } from '../definition';
import { JsoncDocument } from './jsoncDocument';

/** Files that hosts read, by their path with forward slashes in lower case. The first one counts. */
const files: readonly (readonly [RegExp, DialectId])[] = [
  [/\.code-workspace$/, 'codeWorkspace'],
  [/(?:^|\/)\.mcp\.json$/, 'dotmcp'],
  [/(?:^|\/)claude_desktop_config\.json$/, 'claude-desktop'],
  [/(?:^|\/)\.claude\.json$/, 'claude-code'],
  [/(?:^|\/)\.cursor\/mcp\.json$/, 'cursor'],
  [/(?:^|\/)(?:\.codeium|windsurf)\/(?:[^/]*\/)*mcp_config\.json$/, 'windsurf'],
  [/(?:^|\/)cline_mcp_settings\.json$/, 'cline'],
  [/(?:^|\/)\.roo\/mcp\.json$|(?:^|\/)settings\/mcp_settings\.json$/, 'roo'],
  // Blocks in JSON beside the YAML ones are written like a project's file.
  [/(?:^|\/)\.continue\/mcpservers\/[^/]*\.json$/, 'dotmcp'],
  [/(?:^|\/)\.continue\/|\.ya?ml$/, 'continue'],
  [/\.toml$/, 'codex'],
  [/(?:^|\/)\.gemini\/(?:[^/]*\/)*settings\.json$/, 'gemini'],
  [/(?:^|\/)opencode\.jsonc?$/, 'opencode'],
  [/(?:^|\/)\.?zed\/settings\.json$/, 'zed'],
  [/(?:^|\/)\.?trae(?: cn)?\/(?:user\/)?mcp\.json$/, 'trae'],
  [/(?:^|\/)\.vscode\/(?:mcp|roundhouse)\.json$/, 'vscode'],
  [/(?:^|\/)user\/(?:profiles\/[^/]*\/)?mcp\.json$/, 'vscode'],
];

/** Keys and words of entries under `mcpServers` that only one host uses. */
const hints: readonly (readonly [
  DialectId,
  (entry: Readonly<Record<string, unknown>>) => boolean,
])[] = [
  ['windsurf', (entry) => 'serverUrl' in entry],
  ['gemini', (entry) => 'httpUrl' in entry || 'includeTools' in entry || 'excludeTools' in entry],
  ['cherry-studio', (entry) => 'baseUrl' in entry || 'isActive' in entry],
  [
    'cline',
    (entry) =>
      entry['type'] === 'streamableHttp' ||
      ['autoApprove', 'transportType'].some((key) => key in entry) ||
      isObject(entry['transport']),
  ],
  ['roo', (entry) => 'alwaysAllow' in entry || 'watchPaths' in entry || 'disabledTools' in entry],
  ['cursor', (entry) => 'envFile' in entry || holdsEditorVariable(entry)],
];

/**
 * The format of a text: by the file's name and path if they tell, else by its shape; `undefined` where it holds no
 * servers in any known format. A map of entries without a wrapper, and `mcpServers` that fits several hosts, are
 * `dotmcp`.
 */
export function detectDialect(text: string, file = ''): DialectId | undefined {
  return byName(file) ?? byShape(text);
}

/** True if the value is a single entry, pasted without name and wrapper. */
export function isSingleEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  const command = value['command'];
  if (typeof command === 'string' || Array.isArray(command)) return true;
  return ['url', 'httpUrl', 'serverUrl', 'baseUrl'].some((key) => typeof value[key] === 'string');
}

function byName(file: string): DialectId | undefined {
  const path = file.replaceAll('\\', '/').toLowerCase();
  return files.find(([pattern]) => pattern.test(path))?.[1];
}

function byShape(text: string): DialectId | undefined {
  const { root } = new JsoncDocument(text);
  if (root?.type === 'object') return ofObject(getNodeValue(root));
  if (/^[ \t]*\[{1,2}[ \t]*"?mcp_servers\b/m.test(text)) return 'codex';
  if (/^mcp_servers\./m.test(text)) return 'codex';
  return /^["']?mcpServers["']?[ \t]*:/m.test(text) || /^- +name[ \t]*:/m.test(text)
    ? 'continue'
    : undefined;
}

function ofObject(root: unknown): DialectId | undefined {
  if (!isObject(root)) return undefined;
  const { servers, mcp, settings, projects, mcpServers } = root;
  if (isObject(root['context_servers'])) return 'zed';
  if (isObject(settings) && isObject(settings['mcp'])) return 'codeWorkspace';
  if (isObject(mcp)) return isObject(mcp['servers']) ? 'codeWorkspace' : 'opencode';
  if (isObject(mcpServers)) return isObject(projects) ? 'claude-code' : ofEntries(mcpServers);
  if (isObject(servers) && !isSingleEntry(servers)) return 'vscode';
  return Object.values(root).some(isSingleEntry) ? 'dotmcp' : undefined;
}

function ofEntries(entries: Readonly<Record<string, unknown>>): DialectId {
  const all = Object.values(entries).filter(isObject);
  return hints.find(([, gives]) => all.some(gives))?.[0] ?? 'dotmcp';
}

/** Only VS Code and its descendants write variables of the environment this way. */
function holdsEditorVariable(entry: Readonly<Record<string, unknown>>): boolean {
  return /\$\{(?:env:|userHome\}|workspaceFolder\})/.test(JSON.stringify(entry));
}
