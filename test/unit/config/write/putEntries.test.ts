import { parse, getNodeValue } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { type JsonObject, canonicalJson, isObject } from '../../../../src/base/json';
import type { DialectId } from '../../../../src/config/definition';
import { putEntries, newFileText } from '../../../../src/config/write/putEntries';
import { UserError } from '../../../../src/base/errors';
import { readDocument } from '../../../../src/config/read/parseConfig';
import { Seeded } from '../../../support/seeded';
import { randomValue } from '../randomJsonc';

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

  it('keeps comments and layout of equal parts of an overwritten value', async () => {
    const text =
      '{"servers": {"till": {"args": ["-y", /* pinned */ "till@1"], "env": {} /* none */}}}';
    const till = { args: ['-y', 'till@2'], env: {} };
    expect(await put('vscode', text, { till }, { overwrite: true })).toBe(
      text.replace('till@1', 'till@2'),
    );
  });

  it('leaves nothing of a key that stands in the value twice', async () => {
    const text = '{"servers": {"till": {"url": "https://old", "url": "https://new"}}}';
    const after = await put('vscode', text, { till: { command: 'y' } }, { overwrite: true });
    expect(JSON.parse(after)).toEqual({ servers: { till: { command: 'y' } } });
    expect(after).not.toContain('url');
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

test('a new file has the key under which its host looks for servers', () => {
  expect(newFileText('vscode')).toBe('{\n\t"servers": {}\n}\n');
  expect(newFileText('dotmcp')).toBe('{\n\t"mcpServers": {}\n}\n');
});

const runs = 300;
const names = ['a', 'b', 'two words', 'd.e'];

/** Tables, dotted keys and inline tables in any order, each statement with its comment. */
function randomToml(random: Seeded): string {
  const newline = random.pick(['\n', '\r\n']);
  const quoted = names.map((name) => (/ |\./.test(name) ? `"${name}"` : name));
  const blocks = quoted.flatMap((name, at) => {
    const form = random.below(4);
    if (form === 0) return [];
    if (form === 1) return [`# on ${at}.`, `mcp_servers.${name}.command = "x" # by ${at}.`];
    const env = [`[mcp_servers.${name}.env] # in ${at}.`, 'K = """', '# text"""'];
    const table = [`[mcp_servers.${name}]`, `command = 'x' # by ${at}.`];
    const above = random.pick([[], [''], [`# on ${at}.`], ['', `# on ${at}.`]]);
    return [...above, ...(form === 2 ? table : [...table, '', ...env])];
  });
  const dotted = blocks.filter((_line, at) => isDotted(blocks, at));
  const tables = blocks.filter((_line, at) => !isDotted(blocks, at));
  const lines = ['model = "m" # which.', ...dotted, '', ...tables, '', '[tui] # last.', 'x = 1'];
  return lines.join(newline) + random.pick(['', newline]);
}

function isDotted(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.startsWith('# on') ? lines[at + 1] : lines[at];
  return line?.startsWith('mcp_servers.') ?? false;
}

function randomYaml(random: Seeded): string {
  const newline = random.pick(['\n', '\r\n']);
  const indent = random.pick(['', '  ', '    ']);
  const items = names.flatMap((name, at) => {
    if (random.once(4)) return [];
    const note = random.once(2) ? ['env:', '  K: |', '    # text'] : [];
    const [first, ...rest] = [`name: ${name} # by ${at}.`, 'command: x', ...note];
    return [
      ...(random.once(2) ? [`${indent}# on ${at}.`] : []),
      `${indent}- ${first}`,
      ...rest.map((line) => `${indent}  ${line}`),
    ];
  });
  const lines = ['name: mine # which.', 'mcpServers: # these.', ...items, '# last.', 'rules: []'];
  return lines.join(newline) + random.pick(['', newline]);
}

test.each([
  ['codex', 'toml', randomToml],
  ['continue', 'yaml', randomYaml],
] as const)('entries put into %s leave all else as it was', async (...given) => {
  const [dialect, syntax, make] = given;
  const random = new Seeded(7);
  let edits = 0;
  for (let run = 0; run < runs; run++) {
    const text = make(random);
    const name = random.pick([...names, 'new']);
    const value = { command: 'y', extra: { inner: randomValue(random, 2), k: 'v' } };
    const entries = [{ name, value, overwrite: true }];
    const edited = await putEntries({ file: 'f', text }, { dialect, entries, inputs: [] });
    const where = `${name} in\n${text}\n→\n${edited}`;
    edits += edited === text ? 0 : 1;
    expect(await others(edited, syntax, name), where).toEqual(await others(text, syntax, name));
    const at = names.indexOf(name);
    const kept = (from: string) =>
      (from.match(/# \w+( \d)?\./g) ?? []).filter((note) => !note.includes(` ${at}.`));
    expect(kept(edited), where).toEqual(kept(text));
    expect(/(?<!\r)\n/.test(edited), where).toBe(/(?<!\r)\n/.test(text));
  }
  expect(edits).toBeGreaterThan(runs / 2);
});

/** What the file says but for one entry. */
async function others(text: string, syntax: 'toml' | 'yaml', name: string): Promise<string> {
  const { root, faults } = await readDocument(text, syntax);
  expect(faults).toEqual([]);
  const value = (root && getNodeValue(root)) as JsonObject;
  const { mcp_servers: tables, mcpServers: list, ...rest } = value;
  const { [name]: _one, ...below } = isObject(tables) ? tables : {};
  const items = Array.isArray(list) ? (list as unknown[]) : [];
  const left = items.filter((item) => isObject(item) && item['name'] !== name);
  return canonicalJson({ ...rest, below, left });
}

test('a file with a fault is never written', async () => {
  const random = new Seeded(3);
  for (let run = 0; run < runs; run++) {
    const whole = randomToml(random);
    const text = whole.slice(0, random.below(whole.length));
    const entries = [{ name: 'a', value: { command: 'y' }, overwrite: true }];
    const { faults } = await readDocument(text, 'toml');
    const placed = putEntries({ file: 'f', text }, { dialect: 'codex', entries, inputs: [] });
    if (faults.length > 0) await expect(placed).rejects.toBeInstanceOf(UserError);
    else await expect(placed).resolves.toContain('"y"');
  }
});
