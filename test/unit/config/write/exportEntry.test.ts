import { describe, expect, it } from 'vitest';
import type { ConfigSource, Definition, DialectId } from '../../../../src/config/definition';
import { exportEntry, type ExportedEntry } from '../../../../src/config/write/exportEntry';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { folderSource } from '../textAt';

function definition(text: string, source: ConfigSource = folderSource): Definition {
  const [first] = parseConfig(text, source).definitions;
  if (first === undefined) throw new Error('nothing is read');
  return first;
}

function exported(entry: object, to: DialectId, inputs: readonly object[] = []): ExportedEntry {
  return exportEntry(definition(JSON.stringify({ servers: { s: entry }, inputs })), to);
}

function losses({ lost }: ExportedEntry): string[] {
  return lost.map(({ field, code }) => `${field} ${code}`);
}

describe('exportEntry', () => {
  const remote = {
    type: 'http',
    url: 'https://example.org/mcp',
    headers: { Authorization: 'Bearer ${env:TOKEN}', 'X-Key': '${env:KEY}', 'X-A': 'a' },
  };
  const local = { command: 'npx', args: ['-y', 'p'], env: { TOKEN: '${env:TOKEN}', M: 'm' } };

  it.each<[DialectId, object]>([
    ['vscode', { ...remote }],
    [
      'dotmcp',
      { ...remote, headers: { Authorization: 'Bearer ${TOKEN}', 'X-Key': '${KEY}', 'X-A': 'a' } },
    ],
    ['windsurf', { serverUrl: remote.url, headers: remote.headers }],
    ['cline', { ...remote, type: 'streamableHttp' }],
    ['roo', { ...remote, type: 'streamable-http' }],
    [
      'continue',
      {
        type: 'streamable-http',
        url: remote.url,
        requestOptions: {
          headers: {
            Authorization: 'Bearer ${{ secrets.TOKEN }}',
            'X-Key': '${{ secrets.KEY }}',
            'X-A': 'a',
          },
        },
      },
    ],
    [
      'codex',
      {
        url: remote.url,
        bearer_token_env_var: 'TOKEN',
        http_headers: { 'X-A': 'a' },
        env_http_headers: { 'X-Key': 'KEY' },
      },
    ],
    [
      'gemini',
      {
        httpUrl: remote.url,
        headers: { Authorization: 'Bearer ${TOKEN}', 'X-Key': '${KEY}', 'X-A': 'a' },
      },
    ],
    [
      'opencode',
      {
        type: 'remote',
        url: remote.url,
        headers: { Authorization: 'Bearer {env:TOKEN}', 'X-Key': '{env:KEY}', 'X-A': 'a' },
      },
    ],
  ])('writes an address for %s', (to, value) => {
    const entry = exported(remote, to);
    expect(entry).toEqual({ name: 's', value, inputs: [], lost: [] });
  });

  it.each<[DialectId, object]>([
    ['vscode', { type: 'stdio', ...local }],
    ['claude-code', { ...local, env: { TOKEN: '${TOKEN}', M: 'm' } }],
    ['cursor', local],
    ['codex', { ...local, env: { M: 'm' }, env_vars: ['TOKEN'] }],
    [
      'opencode',
      { type: 'local', command: ['npx', '-y', 'p'], environment: { TOKEN: '{env:TOKEN}', M: 'm' } },
    ],
  ])('writes a command for %s', (to, value) => {
    expect(exported(local, to)).toEqual({ name: 's', value, inputs: [], lost: [] });
  });

  it.each<[DialectId, object, string[]]>([
    ['claude-desktop', remote, ['url unsupportedTransport']],
    ['codex', { type: 'sse', url: 'http://x' }, ['type unsupportedTransport']],
    ['cursor', { url: 'unix:///tmp/s#/mcp' }, ['url unsupportedTransport']],
    ['cursor', { command: 'x', env: { GONE: null } }, ['env.GONE unsupportedField']],
    ['gemini', { command: 'x', envFile: '.env' }, ['envFile unsupportedField']],
    ['roo', { command: 'x', dev: { watch: 'a' } }, ['dev unsupportedField']],
    ['zed', { command: 'x', env: { K: 'a ${env:K}' } }, ['env.K unsupportedVariable']],
    ['dotmcp', { command: 'x', args: ['${workspaceFolder}'] }, ['args unsupportedVariable']],
    ['windsurf', { command: 'x', cwd: '/w' }, ['cwd unsupportedField']],
  ])('names what %s cannot hold of %j', (to, entry, expected) => {
    expect(losses(exported(entry, to))).toEqual(expected);
  });

  it('writes nothing where the host cannot reach the server', () => {
    expect(exported(remote, 'claude-desktop').value).toEqual({});
  });

  it('takes inputs along to VS Code, and to others as variables of the environment', () => {
    const inputs = [
      { type: 'pickString', id: 'the-key', options: ['a', { label: 'B', value: 'b' }] },
      { type: 'promptString', id: 'unused' },
    ];
    const entry = { type: 'stdio', command: 'x', env: { K: '${input:the-key}' } };
    expect(exported(entry, 'codeWorkspace', inputs)).toEqual({
      name: 's',
      value: entry,
      inputs: [inputs[0]],
      lost: [],
    });
    expect(exported(entry, 'cursor', inputs)).toEqual({
      name: 's',
      value: { command: 'x', env: { K: '${env:THE_KEY}' } },
      inputs: [],
      lost: [{ field: 'env.K', code: 'unsupportedInput' }],
    });
  });

  it('warns of secrets that are written in plain text', () => {
    const entry = { command: 'x', env: { API_KEY: 'sk-ant-0123456789abcdefghijklmnop' } };
    expect(losses(exported(entry, 'cursor'))).toEqual(['env.API_KEY secretInline']);
  });

  it('keeps what VS Code alone knows', () => {
    const entry = {
      type: 'stdio',
      command: 'x',
      cwd: '${workspaceFolder}/a',
      env: { GONE: null },
      envFile: '.env',
      sandboxEnabled: true,
      dev: { watch: ['src/**'], debug: { type: 'node' } },
    };
    expect(exported(entry, 'vscode')).toEqual({ name: 's', value: entry, inputs: [], lost: [] });
  });

  it('writes times in the unit of the host, rounded up where it takes whole ones', () => {
    const timed: Definition = {
      ...definition('{ "servers": { "s": { "command": "x" } } }'),
      settings: { startupTimeoutSeconds: 0.5, callTimeoutSeconds: 1.5 },
    };
    expect(exportEntry(timed, 'gemini')).toMatchObject({ value: { timeout: 1500 } });
    expect(exportEntry(timed, 'codex')).toMatchObject({
      value: { startup_timeout_sec: 0.5, tool_timeout_sec: 1.5 },
      lost: [],
    });
    const zed = exportEntry(timed, 'zed');
    expect(zed).toMatchObject({ value: { timeout: 2 } });
    expect(new Set(losses(zed))).toEqual(
      new Set(['callTimeoutSeconds unsupportedField', 'startupTimeoutSeconds unsupportedField']),
    );
  });

  it('leaves the texts of a host alone that are written for the same host', () => {
    const source: ConfigSource = { ...folderSource, dialect: 'claude-desktop' };
    const text = '{ "mcpServers": { "s": { "command": "x", "args": ["${K}"] } } }';
    const entry = exportEntry(definition(text, source), 'claude-desktop');
    expect(entry).toMatchObject({ value: { command: 'x', args: ['${K}'] }, lost: [] });
  });
});
