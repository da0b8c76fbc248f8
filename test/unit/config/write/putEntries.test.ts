import { parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { JsonObject } from '../../../../src/base/json';
import type { DialectId } from '../../../../src/config/definition';
import { putEntries } from '../../../../src/config/write/putEntries';

const entry = { command: 'npx', args: ['-y', 'till'], env: { KEY: '${KEY}' } };

function put(
  dialect: DialectId,
  text: string | undefined,
  entries: Readonly<Record<string, JsonObject>>,
  { overwrite = false, inputs = [] as readonly JsonObject[] } = {},
): Promise<string> {
  const placed = Object.entries(entries).map(([name, value]) => ({ name, value, overwrite }));
  return putEntries({ file: 'the file', text }, { dialect, entries: placed, inputs });
}

describe('putEntries into JSON', () => {
  it.each<[DialectId, unknown]>([
    ['vscode', { servers: { till: entry } }],
    ['codeWorkspace', { settings: { mcp: { servers: { till: entry } } } }],
    ['dotmcp', { mcpServers: { till: entry } }],
    ['claude-code', { mcpServers: { till: entry } }],
    ['opencode', { mcp: { till: entry } }],
    ['zed', { context_servers: { till: entry } }],
  ])('makes a file of %s', async (dialect, made) => {
    for (const text of [undefined, '', ' \n']) {
      expect(parse(await put(dialect, text, { till: entry }))).toEqual(made);
    }
  });

  it('begins a file with the indentation that VS Code gives its own', async () => {
    const till = { type: 'stdio', command: 'till' };
    expect(await put('vscode', undefined, { till })).toBe(
      [
        '{',
        '\t"servers": {',
        '\t\t"till": {',
        '\t\t\t"type": "stdio",',
        '\t\t\t"command": "till"',
        '\t\t}',
        '\t}',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('keeps comments, order, indentation and line ends', async () => {
    const first = '"a": {"command": "a"}, // first\r\n';
    const head = `{\r\n\t// mine\r\n\t"servers": {\r\n\t\t${first}`;
    const rest = '\t},\r\n\t"inputs": []\r\n}\r\n';
    expect(await put('vscode', head + rest, { till: { command: 'till' } })).toBe(
      `${head}\t\t"till": {\r\n\t\t\t"command": "till"\r\n\t\t},\r\n${rest}`,
    );
  });

  it('stays bare in a bare file, and wraps in one that has no servers yet', async () => {
    expect(parse(await put('dotmcp', '{"a": {"command": "a"}}', { till: entry }))).toEqual({
      a: { command: 'a' },
      till: entry,
    });
    expect(parse(await put('dotmcp', '{"$schema": "x"}', { till: entry }))).toEqual({
      $schema: 'x',
      mcpServers: { till: entry },
    });
  });

  it('writes by the ending of the file where a host reads several grammars', async () => {
    const target = { file: 'block.json', text: undefined };
    const entries = [{ name: 'till', value: entry, overwrite: false }];
    const text = await putEntries(target, { dialect: 'continue', entries, inputs: [] });
    expect(parse(text)).toEqual({ mcpServers: { till: entry } });
  });

  it('does not write into the servers of a project', async () => {
    const text = '{"projects": {"/app": {"mcpServers": {"a": {}}}}}';
    expect(parse(await put('claude-code', text, { till: entry }))).toEqual({
      ...parse(text),
      mcpServers: { till: entry },
    });
  });

  it('puts several, with their inputs where there are none', async () => {
    const text = '{\n  "folders": [], // all\n  "settings": { "editor.tabSize": 2 }\n}\n';
    const input = { id: 'key', type: 'promptString', password: true };
    const after = await put('codeWorkspace', text, { a: entry, b: entry }, { inputs: [input] });
    expect(parse(after)).toEqual({
      folders: [],
      settings: {
        'editor.tabSize': 2,
        mcp: { servers: { a: entry, b: entry }, inputs: [input] },
      },
    });
    expect(after).toContain('"folders": [], // all\n');
  });

  it('takes an input that is there already for its own', async () => {
    const text = '{"servers": {}, "inputs": [{"type": "promptString", "id": "key"}, 7]}';
    const same = { id: 'key', type: 'promptString' };
    expect(parse(await put('vscode', text, {}, { inputs: [same] }))).toEqual(parse(text));
    await expect(
      put('vscode', text, {}, { inputs: [{ ...same, password: true }] }),
    ).rejects.toMatchObject({
      code: 'adoptInputConflict',
      args: { input: 'key', file: 'the file' },
    });
  });

  it('overwrites the value alone', async () => {
    const text =
      '{\n  "servers": {\n    // mine\n    "till": {\n      "url": "x" // old\n    }, // yes\n    "b": {}\n  }\n}';
    expect(await put('vscode', text, { till: { command: 'y' } }, { overwrite: true })).toBe(
      text.replace('"url": "x" // old', '"command": "y"'),
    );
  });

  it.each<[string, DialectId, string]>([
    ['a fault', 'vscode', '{"servers": {'],
    ['a fault far away', 'cursor', '{"mcpServers": {}, "x": [1 2]}'],
    ['a list', 'vscode', '[]'],
    ['servers that are none', 'vscode', '{"servers": []}'],
    ['settings that are none', 'codeWorkspace', '{"settings": 1}'],
    ['a fault', 'codex', 'a = '],
    ['servers that are none', 'codex', 'mcp_servers = 1'],
    ['a fault', 'continue', 'a: ['],
    ['servers that are none', 'continue', 'mcpServers: 12'],
    ['servers by name', 'continue', 'mcpServers:\n  a:\n    command: x\n'],
  ])('leaves a file with %s to the person (%s)', async (_what, dialect, text) => {
    const broken = { code: 'fileBroken', args: { file: 'the file' } };
    await expect(put(dialect, text, { till: entry })).rejects.toMatchObject(broken);
  });

  it('leaves inputs that are no list to the person', async () => {
    await expect(
      put('vscode', '{"servers": {}, "inputs": {}}', {}, { inputs: [{ id: 'a' }] }),
    ).rejects.toMatchObject({ code: 'fileBroken' });
  });

  it.each<[DialectId, string]>([
    ['vscode', '{"servers": {"till": {}}}'],
    ['dotmcp', '{"till": {}}'],
    ['codex', '[mcp_servers.till]\n'],
    ['codex', 'mcp_servers.till.command = "x"\n'],
    ['continue', 'mcpServers:\n  - name: till\n'],
  ])('does not take a name that is there in %s', async (dialect, text) => {
    await expect(put(dialect, text, { till: entry })).rejects.toMatchObject({
      code: 'nameTaken',
      args: { name: 'till' },
    });
  });
});

const codex = `model = "gpt" # which

# The first one
[mcp_servers.first]
command = "first" # why
args = ["a"]

[mcp_servers.first.env]
# a key
KEY = "1"

# The second one
[mcp_servers.second]
url = "https://second.example/mcp"

[tui]
theme = "dark"
`;

describe('putEntries into TOML', () => {
  it('appends tables', async () => {
    expect(await put('codex', codex, { 'my till': { ...entry, startup_timeout_sec: 2.5 } })).toBe(
      `${codex}
[mcp_servers."my till"]
command = "npx"
args = ["-y", "till"]
startup_timeout_sec = 2.5

[mcp_servers."my till".env]
KEY = "\${KEY}"
`,
    );
    expect(await put('codex', undefined, { a: { command: 'a' } })).toBe(
      '[mcp_servers.a]\ncommand = "a"\n',
    );
    expect(await put('codex', '\uFEFFa = 1\r\nb = 2', { a: { command: 'a' } })).toBe(
      '\uFEFFa = 1\r\nb = 2\r\n\r\n[mcp_servers.a]\r\ncommand = "a"\r\n',
    );
  });

  it('replaces a table and the tables below it where they stand', async () => {
    const after = await put('codex', codex, { first: { url: 'https://x' } }, { overwrite: true });
    expect(after).toBe(
      codex.slice(0, codex.indexOf('[mcp_servers.first]')) +
        '[mcp_servers.first]\nurl = "https://x"\n\n' +
        codex.slice(codex.indexOf('# The second one')),
    );
  });

  it('writes values that need care', async () => {
    const value = {
      'a key': '"\\\n\u007F\u0001 é 😀',
      list: [{ a: [1, -0.5, true] }, {}],
      table: { deep: { deeper: 'x' }, empty: {} },
      gone: undefined,
      none: null,
    };
    const { gone: _gone, none: _none, ...held } = value;
    expect(parseToml(await put('codex', '', { till: value }))).toEqual({
      mcp_servers: { till: held },
    });
  });

  it.each([
    [
      'mcp_servers = { a = { command = "a" } }\n',
      'mcp_servers = { a = { command = "a" }, till = { command = "x" } }\n',
    ],
    ['mcp_servers = {}\n', 'mcp_servers = { till = { command = "x" } }\n'],
    [
      'mcp_servers.a.command = "a"\n',
      'mcp_servers.a.command = "a"\n\n[mcp_servers.till]\ncommand = "x"\n',
    ],
    [
      '[mcp_servers]\na = { command = "a" }\n',
      '[mcp_servers]\na = { command = "a" }\n\n[mcp_servers.till]\ncommand = "x"\n',
    ],
  ])('adds to %j', async (text, after) => {
    expect(await put('codex', text, { till: { command: 'x' } })).toBe(after);
  });

  it.each([
    [
      'mcp_servers = { till = { a = 1 }, b = {} }\n',
      'mcp_servers = { till = { command = "x" }, b = {} }\n',
    ],
    [
      'mcp_servers.till.a = 1\nmcp_servers.till.b = 2 # c\nz = 1\n',
      'mcp_servers.till = { command = "x" }\nz = 1\n',
    ],
    [
      '[mcp_servers]\ntill.a = 1 # one\nb = {}\n[mcp_servers.till.env]\nx = ""\n',
      '[mcp_servers]\ntill = { command = "x" } # one\nb = {}\n',
    ],
  ])('overwrites in %j', async (text, after) => {
    expect(await put('codex', text, { till: { command: 'x' } }, { overwrite: true })).toBe(after);
  });

  it('leaves a table alone that says it already', async () => {
    const same = { args: ['a'], command: 'first', env: { KEY: '1' } };
    expect(await put('codex', codex, { first: same }, { overwrite: true })).toBe(codex);
  });
});

const assistant = `name: Mine # really
mcpServers:
  # the first
  - name: first # why
    command: npx
    env:
      NOTE: |
        # no comment
  # the second
  - name: second
    url: https://second.example

# rules of mine
rules: []
`;

describe('putEntries into YAML', () => {
  it('appends an item', async () => {
    expect(await put('continue', assistant, { till: entry })).toBe(
      assistant.replace(
        'https://second.example\n',
        `https://second.example
  - name: till
    command: npx
    args:
      - -y
      - till
    env:
      KEY: \${KEY}
`,
      ),
    );
  });

  it('begins a file as the host wants it', async () => {
    expect(parseYaml(await put('continue', undefined, { till: entry }))).toEqual({
      name: 'MCP servers',
      version: '0.0.1',
      schema: 'v1',
      mcpServers: [{ name: 'till', ...entry }],
    });
  });

  it.each([
    ['name: x', 'name: x\nmcpServers:\n  - name: till\n    command: x\n'],
    ['mcpServers:', 'mcpServers:\n  - name: till\n    command: x\n'],
    ['mcpServers: # none\nb: 1\n', 'mcpServers: # none\n  - name: till\n    command: x\nb: 1\n'],
    ['mcpServers: []\nb: 1\n', 'mcpServers:\n  - name: till\n    command: x\nb: 1\n'],
    ['mcpServers: null\nb: 1\n', 'mcpServers:\n  - name: till\n    command: x\nb: 1\n'],
    ['mcpServers: [{name: a}]\n', 'mcpServers: [{name: a}, {"name": "till", "command": "x"}]\n'],
    ['mcpServers:\n- name: a\n', 'mcpServers:\n- name: a\n- name: till\n  command: x\n'],
    [
      'mcpServers:\n    -   name: a\n        env:\n            B: c\n',
      'mcpServers:\n    -   name: a\n        env:\n            B: c\n    -   name: till\n        command: x\n',
    ],
    ['- name: a\n', '- name: a\n- name: till\n  command: x\n'],
    ['{"a": 1}\n', '{"a": 1, "mcpServers": [{"name": "till", "command": "x"}]}\n'],
    ['{"mcpServers": []}', '{"mcpServers": [{"name": "till", "command": "x"}]}'],
    ['# only this', '# only this\nmcpServers:\n  - name: till\n    command: x\n'],
    ['a: 1\r\n', 'a: 1\r\nmcpServers:\r\n  - name: till\r\n    command: x\r\n'],
    ['\uFEFFa: 1\n', '\uFEFFa: 1\nmcpServers:\n  - name: till\n    command: x\n'],
  ])('adds to %j', async (text, after) => {
    expect(await put('continue', text, { till: { command: 'x' } })).toBe(after);
  });

  it('replaces an item where it stands', async () => {
    const url = { url: 'https://x', env: { A: '1' } };
    expect(await put('continue', assistant, { first: url }, { overwrite: true })).toBe(
      assistant.slice(0, assistant.indexOf('name: first')) +
        'name: first\n    url: https://x\n    env:\n      A: "1"\n' +
        assistant.slice(assistant.indexOf('  # the second')),
    );
    expect(
      await put('continue', 'mcpServers: [{name: a}, b]', { a: url }, { overwrite: true }),
    ).toBe('mcpServers: [{"name": "a", "url": "https://x", "env": {"A": "1"}}, b]');
  });

  it('does not touch what an alias elsewhere needs', async () => {
    const text = 'mcpServers:\n  - &a\n    name: a\n  - name: b\n    env: *a\n';
    await expect(
      put('continue', text, { a: { command: 'x' } }, { overwrite: true }),
    ).rejects.toMatchObject({ code: 'fileBroken' });
  });
});
