import { describe, expect, it } from 'vitest';
import { detectDialect, isSingleEntry } from '../../../../src/config/read/detectDialect';
import type { DialectId } from '../../../../src/config/definition';

describe('detectDialect', () => {
  it.each<[string, DialectId]>([
    ['/w/.vscode/mcp.json', 'vscode'],
    ['/w/.vscode/roundhouse.json', 'vscode'],
    ['/home/ada/.config/Code - Insiders/User/mcp.json', 'vscode'],
    ['/home/ada/.config/Code/User/profiles/-3f/mcp.json', 'vscode'],
    ['/w/app.code-workspace', 'codeWorkspace'],
    ['/w/.mcp.json', 'dotmcp'],
    ['.mcp.json', 'dotmcp'],
    ['C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json', 'claude-desktop'],
    ['/home/ada/.claude.json', 'claude-code'],
    ['/w/.cursor/mcp.json', 'cursor'],
    ['C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json', 'windsurf'],
    ['/home/ada/.cline/data/settings/cline_mcp_settings.json', 'cline'],
    ['/x/rooveterinaryinc.roo-cline/settings/mcp_settings.json', 'roo'],
    ['/w/.roo/mcp.json', 'roo'],
    ['/home/ada/.continue/config.yaml', 'continue'],
    ['/w/.continue/mcpServers/a.json', 'dotmcp'],
    ['/w/.codex/config.toml', 'codex'],
    ['/home/ada/.gemini/settings.json', 'gemini'],
    ['/w/opencode.jsonc', 'opencode'],
    ['/home/ada/.config/zed/settings.json', 'zed'],
    ['/home/ada/.config/Trae CN/User/mcp.json', 'trae'],
    ['/w/.trae/mcp.json', 'trae'],
  ])('knows %s', (file, dialect) => {
    expect(detectDialect('', file)).toBe(dialect);
  });

  it.each<[string, string, DialectId | undefined]>([
    ["VS Code's", '{ "servers": { "a": { "command": "x" } } }', 'vscode'],
    ['settings of VS Code', '{ "mcp": { "servers": {} } }', 'codeWorkspace'],
    ['a workspace file', '{ "settings": { "mcp": {} } }', 'codeWorkspace'],
    ['opencode', '{ "mcp": { "a": { "type": "remote", "url": "http://x" } } }', 'opencode'],
    ['Zed', '// mine\n{ "context_servers": {} }', 'zed'],
    ['Claude Code', '{ "mcpServers": {}, "projects": {} }', 'claude-code'],
    ['Windsurf', '{ "mcpServers": { "a": { "serverUrl": "http://x" } } }', 'windsurf'],
    ['Gemini', '{ "mcpServers": { "a": { "httpUrl": "http://x" } } }', 'gemini'],
    ['Cherry Studio', '{ "mcpServers": { "a": { "isActive": true } } }', 'cherry-studio'],
    ['Cline', '{ "mcpServers": { "a": { "type": "streamableHttp" } } }', 'cline'],
    ['older Cline', '{ "mcpServers": { "a": { "transportType": "stdio" } } }', 'cline'],
    ["Cline's CLI", '{ "mcpServers": { "a": { "transport": { "type": "stdio" } } } }', 'cline'],
    ['Roo', '{ "mcpServers": { "a": { "alwaysAllow": [] } } }', 'roo'],
    ['Cursor', '{ "mcpServers": { "a": { "env": { "K": "${env:K}" } } } }', 'cursor'],
    ['what fits several', '{ "mcpServers": { "a": { "command": "x" } } }', 'dotmcp'],
    ['no wrapper', '{ "a": { "command": "x" }, }', 'dotmcp'],
    ['a server with the name of a wrapper', '{ "servers": { "command": "x" } }', 'dotmcp'],
    ['Codex', 'model = "m"\n\n  [mcp_servers.a]\ncommand = "x"\n', 'codex'],
    ['Codex with dotted keys', 'mcp_servers.a.command = "x"\n', 'codex'],
    ['Continue', 'name: x\nmcpServers:\n  - name: a\n', 'continue'],
    ['a list of Continue', '- name: a\n  command: x\n', 'continue'],
    ['an entry alone', '{ "command": "x" }', undefined],
    ['something else', '{ "a": 1 }', undefined],
    ['a command line', 'npx -y p', undefined],
    ['nothing', '', undefined],
  ])('knows by its shape: %s', (_what, text, dialect) => {
    expect(detectDialect(text)).toBe(dialect);
    expect(detectDialect(text, '/home/ada/some.json')).toBe(dialect);
  });

  it('believes the name before the shape', () => {
    expect(detectDialect('{ "mcpServers": {} }', '/w/.vscode/mcp.json')).toBe('vscode');
  });

  it('is linear on any text', () => {
    expect(detectDialect('\n [ '.repeat(200_000))).toBeUndefined();
    expect(detectDialect(' '.repeat(1_000_000), '/'.repeat(20_000))).toBeUndefined();
  });
});

describe('isSingleEntry', () => {
  it.each([
    { command: 'x' },
    { command: ['x', 'y'] },
    { url: 'http://x' },
    { httpUrl: 'http://x' },
    { serverUrl: 'http://x' },
    { baseUrl: 'http://x' },
  ])('is %j', (value) => {
    expect(isSingleEntry(value)).toBe(true);
  });

  it.each([null, 'x', [], {}, { command: { command: 'x' } }, { url: 1 }])('is not %j', (value) => {
    expect(isSingleEntry(value)).toBe(false);
  });
});
