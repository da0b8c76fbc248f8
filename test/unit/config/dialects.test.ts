import { describe, expect, it, vi } from 'vitest';
import type { ConfigSource, Definition, DialectId } from '../../../src/config/definition';
import { ConfigDocument } from '../../../src/config/read/configDocument';
import { parseAnyConfig, sharedReader } from '../../../src/config/read/parseConfig';
import { textAt } from './textAt';

function sourceOf(dialect: DialectId, file: string, folder?: string): ConfigSource {
  return {
    id: dialect,
    file,
    dialect,
    level: 400,
    readByEditor: false,
    external: true,
    ...(folder !== undefined && { folder }),
  };
}

/** What is said of each entry, without what is the same for all. */
function said({ name, launch, settings, unread }: Definition): unknown {
  return { name, launch, ...(settings && { settings }), ...(unread && { unread }) };
}

const stdio = (command: string, args: readonly string[] = [], more: object = {}): object => ({
  type: 'stdio',
  command,
  args,
  cwd: undefined,
  env: {},
  ...more,
});

const http = (url: string, headers: object = {}, more: object = {}): object => ({
  type: 'http',
  url,
  headers,
  ...more,
});

interface Sample {
  readonly dialect: DialectId;
  readonly file: string;
  readonly folder?: string;
  readonly text: string;
  readonly says: readonly object[];
}

const samples: Readonly<Record<string, Sample>> = {
  'a workspace file, with inputs of its setting': {
    dialect: 'codeWorkspace',
    file: '/w/app.code-workspace',
    text: `{
      "folders": [{ "path": "." }],
      "settings": { "mcp": {
        "servers": { "a": { "command": "x", "args": ["\${input:key}"] } },
        "inputs": [{ "id": "key", "type": "promptString" }],
      } },
    }`,
    says: [{ name: 'a', launch: stdio('x', ['${input:key}']) }],
  },
  'settings as READMEs show them': {
    dialect: 'codeWorkspace',
    file: '/home/ada/settings.json',
    text: '{ "mcp": { "servers": { "a": { "command": "x" } } } }',
    says: [{ name: 'a', launch: stdio('x') }],
  },
  'a project file with a wrapper': {
    dialect: 'dotmcp',
    file: '/w/.mcp.json',
    text: `{ "mcpServers": {
      "a": { "type": "local", "command": "x", "env": { "T": "\${T:-none}" }, "tools": ["*"] },
      "b": { "type": "http", "url": "https://b.example/mcp", "timeout": 90000 },
      "c": { "type": "sse", "url": "https://c.example/sse", "headersHelper": "./h.sh" }
    } }`,
    says: [
      {
        name: 'a',
        launch: stdio('x', [], { env: { T: '${T:-none}' } }),
        settings: { tools: { allow: ['*'] } },
      },
      { name: 'b', launch: http('https://b.example/mcp'), settings: { callTimeoutSeconds: 90 } },
      {
        name: 'c',
        launch: { type: 'sse', url: 'https://c.example/sse', headers: {} },
        unread: ['headersHelper'],
      },
    ],
  },
  'a project file without a wrapper': {
    dialect: 'dotmcp',
    file: '/w/.mcp.json',
    text: '{ "$schema": "x", "a": { "command": "x" }, "b": { "url": "http://localhost:1" } }',
    says: [
      { name: 'a', launch: stdio('x') },
      { name: 'b', launch: http('http://localhost:1') },
    ],
  },
  'Claude Desktop, with what belongs to the program': {
    dialect: 'claude-desktop',
    file: '/home/ada/claude_desktop_config.json',
    text: `{ "globalShortcut": "", "mcpServers": {
      "a": { "command": "npx", "args": ["-y", "p"], "env": null, "icon": null }
    } }`,
    says: [{ name: 'a', launch: stdio('npx', ['-y', 'p']) }],
  },
  "Claude Code's own servers, without those of projects": {
    dialect: 'claude-code',
    file: '/home/ada/.claude.json',
    text: `{ "numStartups": 4,
      "projects": { "/w/app": { "mcpServers": { "p": { "command": "x" } } } },
      "mcpServers": {
        "a": { "type": "http", "url": "https://a.example/mcp", "oauth": { "clientId": "c", "callbackPort": 1 } }
      } }`,
    says: [
      {
        name: 'a',
        launch: http('https://a.example/mcp', {}, { oauth: { clientId: 'c' } }),
        unread: ['oauth.callbackPort'],
      },
    ],
  },
  "a project's servers in the file of Claude Code": {
    dialect: 'claude-code',
    file: 'C:\\Users\\ada\\.claude.json',
    folder: 'c:\\w\\app',
    text: `{ "mcpServers": { "own": { "command": "x" } }, "projects": {
      "C:/w/app": { "mcpServers": { "p": { "type": "stdio", "command": "x" } } },
      "C:/w/other": { "mcpServers": { "q": { "command": "x" } } }
    } }`,
    says: [{ name: 'p', launch: stdio('x') }],
  },
  Cursor: {
    dialect: 'cursor',
    file: '/w/.cursor/mcp.json',
    text: `{ "mcpServers": {
      "a": { "command": "x", "envFile": "\${workspaceFolder}/.env", "env": { "K": "\${env:K}", "N": 1 } },
      "b": { "url": "https://b.example/mcp", "auth": { "CLIENT_ID": "c", "scopes": ["r"] } }
    } }`,
    says: [
      {
        name: 'a',
        launch: stdio('x', [], {
          env: { K: '${env:K}', N: '1' },
          envFile: '${workspaceFolder}/.env',
        }),
      },
      {
        name: 'b',
        launch: http('https://b.example/mcp', {}, { oauth: { clientId: 'c' } }),
        unread: ['auth.scopes'],
      },
    ],
  },
  Windsurf: {
    dialect: 'windsurf',
    file: '/home/ada/.codeium/windsurf/mcp_config.json',
    text: `{ "mcpServers": {
      "a": { "serverUrl": "https://a.example/mcp", "headers": { "K": "\${env:K}" } },
      "b": { "command": "x", "disabled": true, "disabledTools": ["drop"], "alwaysAllow": ["read"] }
    } }`,
    says: [
      { name: 'a', launch: http('https://a.example/mcp', { K: '${env:K}' }) },
      {
        name: 'b',
        launch: stdio('x'),
        settings: { enabled: false, tools: { hide: ['drop'] } },
        unread: ['alwaysAllow'],
      },
    ],
  },
  Cline: {
    dialect: 'cline',
    file: '/home/ada/cline_mcp_settings.json',
    text: `{ "mcpServers": {
      "a": { "url": "https://a.example/sse", "disabled": false, "timeout": 60, "autoApprove": [] },
      "b": { "type": "streamableHttp", "url": "https://b.example/mcp" },
      "c": { "transportType": "http", "url": "https://c.example/mcp" },
      "d": { "transportType": "stdio", "command": "x", "cwd": "/tmp" },
      "e": {
        "transport": { "type": "streamableHttp", "url": "https://e.example/mcp", "headers": { "K": "v" } },
        "disabled": true
      },
      "f": {
        "transport": { "type": "stdio", "command": "x", "args": ["y"], "cwd": "/", "env": { "K": "v" }, "pty": 1 }
      }
    } }`,
    says: [
      {
        name: 'a',
        launch: { type: 'sse', url: 'https://a.example/sse', headers: {} },
        settings: { enabled: true, callTimeoutSeconds: 60 },
        unread: ['autoApprove'],
      },
      { name: 'b', launch: http('https://b.example/mcp') },
      { name: 'c', launch: http('https://c.example/mcp') },
      { name: 'd', launch: stdio('x', [], { cwd: '/tmp' }) },
      {
        name: 'e',
        launch: http('https://e.example/mcp', { K: 'v' }),
        settings: { enabled: false },
      },
      {
        name: 'f',
        launch: stdio('x', ['y'], { cwd: '/', env: { K: 'v' } }),
        unread: ['transport.pty'],
      },
    ],
  },
  'Roo Code': {
    dialect: 'roo',
    file: '/w/.roo/mcp.json',
    text: `{ "mcpServers": {
      "a": { "type": "streamable-http", "url": "https://a.example/mcp", "timeout": 300 },
      "b": { "command": "x", "disabledTools": ["t"], "alwaysAllow": ["u"], "watchPaths": ["/x"] }
    } }`,
    says: [
      { name: 'a', launch: http('https://a.example/mcp'), settings: { callTimeoutSeconds: 300 } },
      {
        name: 'b',
        launch: stdio('x'),
        settings: { tools: { hide: ['t'] } },
        unread: ['alwaysAllow', 'watchPaths'],
      },
    ],
  },
  Continue: {
    dialect: 'continue',
    file: '/home/ada/.continue/config.yaml',
    text: `name: Mine
version: 1.0.0
mcpServers:
  - uses: someone/block
  - name: SQLite
    command: npx
    args: ["-y", "p", /data/my.db]
    env:
      TOKEN: \${{ secrets.TOKEN }}
    connectionTimeout: 2500
  - name: Remote
    type: streamable-http
    url: https://a.example/mcp
    requestOptions:
      headers:
        K: v
      timeout: 9
`,
    says: [
      {
        name: 'SQLite',
        launch: stdio('npx', ['-y', 'p', '/data/my.db'], {
          env: { TOKEN: '${{ secrets.TOKEN }}' },
        }),
        settings: { startupTimeoutSeconds: 2.5 },
      },
      {
        name: 'Remote',
        launch: http('https://a.example/mcp', { K: 'v' }),
        unread: ['requestOptions.timeout'],
      },
    ],
  },
  'a list of Continue alone': {
    dialect: 'continue',
    file: '/w/.continue/mcpServers/a.yaml',
    text: '- name: a\n  command: x\n',
    says: [{ name: 'a', launch: stdio('x') }],
  },
  Codex: {
    dialect: 'codex',
    file: '/home/ada/.codex/config.toml',
    text: `model = "m"

[mcp_servers.a]
command = "npx"
args = ["-y", "p"]
env_vars = ["HOME", { name = "TOKEN", source = "remote" }, "K"]
startup_timeout_sec = 20
tool_timeout_sec = 1.5
enabled = false
enabled_tools = ["one"]
disabled_tools = ["two"]
default_tools_approval_mode = "auto"

[mcp_servers.a.env]
K = "v"

[mcp_servers."b c"]
url = "https://b.example/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-A" = "1" }
env_http_headers = { "X-B" = "B_VALUE" }
startup_timeout_ms = 500
`,
    says: [
      {
        name: 'a',
        launch: stdio('npx', ['-y', 'p'], {
          env: { HOME: '{env:HOME}', TOKEN: '{env:TOKEN}', K: 'v' },
        }),
        settings: {
          enabled: false,
          startupTimeoutSeconds: 20,
          callTimeoutSeconds: 1.5,
          tools: { allow: ['one'], hide: ['two'] },
        },
        unread: ['default_tools_approval_mode'],
      },
      {
        name: 'b c',
        launch: http('https://b.example/mcp', {
          'X-A': '1',
          'X-B': '{env:B_VALUE}',
          Authorization: 'Bearer {env:TOKEN}',
        }),
        settings: { startupTimeoutSeconds: 0.5 },
      },
    ],
  },
  'Gemini CLI': {
    dialect: 'gemini',
    file: '/home/ada/.gemini/settings.json',
    text: `{ "theme": "GitHub", "mcpServers": {
      "a": { "httpUrl": "https://a.example/mcp", "timeout": 5000, "trust": true },
      "b": { "url": "https://b.example/sse", "type": "sse" },
      "c": { "command": "x", "cwd": "./c", "env": { "K": "$K" }, "includeTools": ["i"], "excludeTools": ["e"] }
    } }`,
    says: [
      {
        name: 'a',
        launch: http('https://a.example/mcp'),
        settings: { callTimeoutSeconds: 5 },
        unread: ['trust'],
      },
      { name: 'b', launch: { type: 'sse', url: 'https://b.example/sse', headers: {} } },
      {
        name: 'c',
        launch: stdio('x', [], { cwd: './c', env: { K: '$K' } }),
        settings: { tools: { allow: ['i'], hide: ['e'] } },
      },
    ],
  },
  opencode: {
    dialect: 'opencode',
    file: '/w/opencode.jsonc',
    text: `{ "$schema": "https://opencode.ai/config.json", "mcp": {
      // switched on, made by the organisation
      "org": { "enabled": true },
      "a": { "type": "local", "command": ["npx", "-y", "p"], "environment": { "K": "{env:K}" }, "enabled": false, "timeout": 5000 },
      "b": { "type": "remote", "url": "https://b.example/mcp", "oauth": false },
      "c": { "type": "remote", "url": "https://c.example/mcp", "oauth": { "clientId": "c", "scope": "r" }, "timeout": { "startup": 1000, "request": 2000 } },
    } }`,
    says: [
      {
        name: 'a',
        launch: stdio('npx', ['-y', 'p'], { env: { K: '{env:K}' } }),
        settings: { enabled: false, callTimeoutSeconds: 5 },
      },
      { name: 'b', launch: http('https://b.example/mcp'), unread: ['oauth'] },
      {
        name: 'c',
        launch: http('https://c.example/mcp', {}, { oauth: { clientId: 'c' } }),
        settings: { startupTimeoutSeconds: 1, callTimeoutSeconds: 2 },
        unread: ['oauth.scope'],
      },
    ],
  },
  Zed: {
    dialect: 'zed',
    file: '/home/ada/.config/zed/settings.json',
    text: `{ // mine
      "context_servers": {
        "a": { "source": "custom", "command": "x", "args": ["1"], "env": null },
        "b": { "command": { "path": "y", "args": ["2"], "env": { "K": "v" } }, "settings": {} },
        "c": { "source": "extension", "enabled": true, "settings": { "k": 1 } },
        "d": { "url": "https://d.example/mcp", "enabled": false, "timeout": 7 },
      },
    }`,
    says: [
      { name: 'a', launch: stdio('x', ['1']) },
      { name: 'b', launch: stdio('y', ['2'], { env: { K: 'v' } }), unread: ['settings'] },
      {
        name: 'd',
        launch: http('https://d.example/mcp'),
        settings: { enabled: false, callTimeoutSeconds: 7 },
      },
    ],
  },
  'Cherry Studio': {
    dialect: 'cherry-studio',
    file: '/home/ada/export.json',
    text: `{ "mcpServers": {
      "a": { "isActive": true, "name": "A", "type": "streamableHttp", "baseUrl": "https://a.example/mcp", "logoUrl": "x" },
      "b": { "isActive": false, "type": "stdio", "command": "x", "args": ["1"], "timeout": 60 }
    } }`,
    says: [
      {
        name: 'a',
        launch: http('https://a.example/mcp'),
        settings: { enabled: true },
        unread: ['logoUrl'],
      },
      {
        name: 'b',
        launch: stdio('x', ['1']),
        settings: { enabled: false, callTimeoutSeconds: 60 },
      },
    ],
  },
  Trae: {
    dialect: 'trae',
    file: '/w/.trae/mcp.json',
    text: '{ "mcpServers": { "a": { "command": "x" }, "b": { "url": "http://localhost:1/mcp" } } }',
    says: [
      { name: 'a', launch: stdio('x') },
      { name: 'b', launch: http('http://localhost:1/mcp') },
    ],
  },
};

describe('a file of every host', () => {
  it.each(Object.entries(samples))('%s', async (_title, { dialect, file, folder, text, says }) => {
    const parsed = await parseAnyConfig(text, sourceOf(dialect, file, folder));
    expect(parsed.problems).toEqual([]);
    expect(parsed.definitions.map(said)).toEqual(says);
    expect(parsed.complete).toBe(true);
  });
});

it('a file with the servers of several folders is made a document once', async () => {
  const isWhole = vi.spyOn(ConfigDocument.prototype, 'isWhole');
  const project = (name: string): string =>
    `"/w/${name}": { "mcpServers": { "${name}": { "command": "x" } } }`;
  const own = '"mcpServers": { "own": { "command": "x" } }';
  const parse = sharedReader(`{ ${own}, "projects": { ${project('a')}, ${project('b')} } }`);
  const file = '/home/ada/.claude.json';
  const sources = [undefined, '/w/a', '/w/b'].map((at) => sourceOf('claude-code', file, at));
  const read = await Promise.all(sources.map(parse));
  const names = read.flatMap(({ definitions }) => definitions.map(({ name }) => name));
  expect(names).toEqual(['own', 'a', 'b']);
  expect(new Set(isWhole.mock.contexts).size).toBe(1);
  isWhole.mockRestore();
});

describe('what is wrong in a file of another host', () => {
  async function problems(dialect: DialectId, file: string, text: string): Promise<string[]> {
    const parsed = await parseAnyConfig(text, sourceOf(dialect, file));
    return [
      ...parsed.problems.map(({ severity, code, range }) => {
        return `${severity} ${code} @${textAt(text, range)}@`;
      }),
      ...parsed.definitions.map(({ name }) => `read ${name}`),
    ];
  }

  const wrapped = (entry: string): string =>
    `{ "mcpServers": { "a": ${entry}, "b": { "command": "x" } } }`;

  it.each([
    ['{ "command": 5 }', 'error wrongType @5@'],
    ['{ "command": "x", "args": "-y" }', 'error wrongType @"-y"@'],
    ['{ "command": "x", "env": { "K": true } }', 'error wrongType @true@'],
    ['{ "command": "x", "disabled": "no" }', 'error wrongType @"no"@'],
    ['{ "command": "x", "disabledTools": ["a", 1] }', 'error wrongType @1@'],
    ['{ "url": "ftp://x" }', 'error invalidUrl @"ftp://x"@'],
    ['{ "type": "carrier-pigeon", "url": "http://x" }', 'error unknownType @"carrier-pigeon"@'],
    ['{ "type": 1, "url": "http://x" }', 'error wrongType @1@'],
    ['{ "command": "x", "url": "http://x" }', 'error conflictingKeys @"url"@'],
    ['{ "type": "sse", "command": "x" }', 'error missing @"a"@'],
    ['{ "command": "  " }', 'error missing @"a"@'],
    ['{}', 'error missing @"a"@'],
    ['"x"', 'error notAnObject @"x"@'],
  ])('costs only the entry: %s', async (entry, problem) => {
    const found = await problems('roo', '/w/.roo/mcp.json', wrapped(entry));
    expect(found).toEqual([problem, 'read b']);
  });

  it.each<[string, DialectId, string, string, object | undefined]>([
    ['a time as text', 'dotmcp', '/.mcp.json', '"timeout": "60000"', undefined],
    ['a time of 0', 'dotmcp', '/.mcp.json', '"timeout": 0', undefined],
    ['a time as text', 'gemini', '/settings.json', '"timeout": "5s"', undefined],
    ['a time of an object', 'opencode', '/opencode.json', '"timeout": { "startup": 0 }', undefined],
    ['all tools', 'dotmcp', '/.mcp.json', '"tools": "*"', { tools: { allow: ['*'] } }],
    ['one tool', 'gemini', '/settings.json', '"includeTools": "a"', { tools: { allow: ['a'] } }],
  ])('leaves the server alive: %s (%s)', async (_title, dialect, file, key, settings) => {
    const isOpencode = dialect === 'opencode';
    const command = isOpencode ? '["x"]' : '"x"';
    const entries = `{ "a": { "command": ${command}, ${key} } }`;
    const text = `{ "${isOpencode ? 'mcp' : 'mcpServers'}": ${entries} }`;
    const parsed = await parseAnyConfig(text, sourceOf(dialect, file));
    expect(parsed.definitions).toMatchObject([{ name: 'a', launch: { command: 'x' } }]);
    expect(parsed.definitions[0]?.settings).toEqual(settings);
    const severities = parsed.problems.map(({ severity }) => severity);
    expect(severities).toEqual(settings ? [] : ['warning']);
  });

  it.each(['"tools": 5', '"tools": ["a", 5]', '"tools": { "*": true }', '"disabled": "true"'])(
    'runs no server that may be meant to be narrower: %s',
    async (key) => {
      const text = `{ "mcpServers": { "a": { "command": "x", ${key} } } }`;
      const found = await problems('dotmcp', '/.mcp.json', text);
      expect(found).toEqual([expect.stringMatching(/^error wrongType /)]);
    },
  );

  it('says a type before what the type makes superfluous', async () => {
    const both = wrapped('{ "type": "sse", "command": "", "url": "http://x" }');
    expect(await problems('cline', '/cline_mcp_settings.json', both)).toEqual(['read a', 'read b']);
  });

  it.each<[string, DialectId, string, string, string[]]>([
    [
      'a number in TOML',
      'codex',
      '/c.toml',
      '[mcp_servers.a]\ncommand = 5\n[mcp_servers.b]\ncommand = "x"\n',
      ['error wrongType @5@', 'read b'],
    ],
    [
      'a time of 0 in TOML',
      'codex',
      '/c.toml',
      '[mcp_servers.a]\ncommand = "x"\nstartup_timeout_sec = 0\n',
      ['warning wrongType @0@', 'read a'],
    ],
    [
      'an element without a name',
      'continue',
      '/c.yaml',
      'mcpServers:\n  - command: x\n  - name: b\n    command: x\n',
      ['error missing @command: x@', 'read b'],
    ],
    [
      'a name that is there twice',
      'continue',
      '/c.yaml',
      'mcpServers:\n  - name: b\n    command: x\n  - name: b\n    command: y\n',
      ['error duplicateName @b@', 'read b'],
    ],
    [
      'an empty command line',
      'opencode',
      '/opencode.json',
      '{ "mcp": { "a": { "type": "local", "command": [] } } }',
      ['error missing @"a"@'],
    ],
    [
      'a container that is a text',
      'zed',
      '/zed/settings.json',
      '{ "context_servers": "none" }',
      ['error serversNotAnObject @"none"@'],
    ],
    ['a list for an object', 'cursor', '/mcp.json', '[]', ['error rootNotAnObject @[]@']],
    [
      'the key of VS Code in a project file',
      'dotmcp',
      '/.mcp.json',
      '{ "servers": { "a": { "command": "x" } } }',
      ['error wrongTopLevelKey @"servers"@'],
    ],
    ['nothing at all', 'dotmcp', '/.mcp.json', '', []],
    ['other settings only', 'gemini', '/settings.json', '{ "theme": 1 }', []],
  ])('%s', async (_title, dialect, file, text, expected) => {
    expect(await problems(dialect, file, text)).toEqual(expected);
  });

  it('keeps the good siblings of an entry that breaks off', async () => {
    const text = '{ "mcpServers": { "b": { "command": "x" }, "a": { "command": ';
    const parsed = await parseAnyConfig(text, sourceOf('cursor', '/.cursor/mcp.json'));
    expect(parsed.definitions.map(({ name }) => name)).toEqual(['b']);
    expect(parsed.complete).toBe(false);
  });
});
