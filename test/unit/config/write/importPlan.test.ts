import { describe, expect, test } from 'vitest';
import type { DialectId, Definition } from '../../../../src/config/definition';
import {
  conflictActions,
  importEdit,
  planImport,
  serversToSet,
  withoutSettings,
  importTarget,
  type ImportTarget,
} from '../../../../src/config/write/importPlan';
import { parseAnyConfig } from '../../../../src/config/read/parseConfig';
import { editorDefinition, pasteSource } from '../../../../src/config/paste/draft';
import { putEntries } from '../../../../src/config/write/putEntries';

async function definitions(text: string, dialect: DialectId): Promise<readonly Definition[]> {
  return (await parseAnyConfig(text, pasteSource(dialect))).definitions;
}

async function found(text: string, dialect: DialectId = 'vscode') {
  return (await definitions(text, dialect)).map((definition) => ({ definition, lost: [] }));
}

const target = (text: string, dialect: DialectId = 'vscode'): Promise<ImportTarget> =>
  importTarget(text, pasteSource(dialect));

const servers = (value: unknown, inputs?: unknown): string =>
  JSON.stringify({ servers: value, inputs });

describe('a plan', () => {
  test('adds what is new, skips what is there, and renames what is another', async () => {
    const there = await target(servers({ same: { command: 'a' }, Other: { command: 'b' } }));
    const coming = servers({
      new: { command: 'c' },
      same: { command: 'a' },
      other: { command: 'd' },
    });
    const plan = planImport(await found(coming), there);
    expect(plan.map(({ action, taken }) => ({ ...action, taken }))).toEqual([
      { kind: 'add', name: 'new', taken: undefined },
      { kind: 'skip', why: 'same', taken: 'same' },
      { kind: 'rename', name: 'other-2', taken: 'Other' },
    ]);
  });

  test('takes clients for others that differ in any key', async () => {
    const entry = (oauth: object) =>
      servers({ shop: { type: 'http', url: 'https://shop.example/mcp', oauth } });
    const client = { clientId: 'c', clientSecret: '${input:secret}', issuer: 'https://id.example' };
    const there = await target(entry(client));
    const kindOf = async (oauth: object) =>
      planImport(await found(entry(oauth)), there).map(({ action, lost }) => [action.kind, lost]);
    expect(await kindOf(client)).toEqual([['skip', []]]);
    for (const other of [
      { ...client, issuer: 'https://other.example' },
      { ...client, clientSecret: '${input:other}' },
      { ...client, grant: 'client_credentials' },
      { ...client, algorithm: 'RS256' },
    ]) {
      expect(await kindOf(other)).toEqual([['rename', []]]);
    }
  });

  test('finds a free name among all that come and all that are there', async () => {
    const there = await target(servers({ a: { command: '1' }, 'a-2': { command: '2' } }));
    const plan = planImport(
      [
        ...(await found(servers({ a: { command: '3' }, 'a-3': { command: '4' } }))),
        ...(await found(servers({ a: { command: '5' } }))),
      ],
      there,
    );
    expect(plan.map(({ action }) => 'name' in action && action.name)).toEqual([
      'a-4',
      'a-3',
      'a-5',
    ]);
  });

  test('gives a server a name that the host takes, and knows it again', async () => {
    const coming = await found(
      servers({
        'My Till': { command: '1' },
        'my.till': { command: '2' },
        crane: { command: '3' },
      }),
    );
    const plan = planImport(coming, await target('', 'codex'));
    expect(plan.map(({ action }) => action)).toEqual([
      { kind: 'rename', name: 'My-Till' },
      { kind: 'rename', name: 'my-till-2' },
      { kind: 'add', name: 'crane' },
    ]);
    expect(plan.flatMap(conflictActions)).toEqual([]);
    const there = await target('[mcp_servers.My-Till]\ncommand = "1"\n', 'codex');
    expect(planImport(coming.slice(0, 2), there).map(({ action }) => action)).toEqual([
      { kind: 'skip', why: 'same' },
      { kind: 'rename', name: 'my-till-2' },
    ]);
    const kinds = planImport(coming, await target('', 'zed')).map(({ action }) => action.kind);
    expect(kinds).toEqual(['add', 'add', 'add']);
  });

  test('a broken entry of the target has its name all the same', async () => {
    const there = await target(servers({ till: { command: 1 } }));
    const [planned] = planImport(await found(servers({ till: { command: 'till' } })), there);
    expect(planned?.action).toEqual({ kind: 'rename', name: 'till-2' });
    expect(planned?.taken).toBe('till');
  });

  test('one of two that come under one name is renamed', async () => {
    const twice = [
      ...(await found(servers({ a: { command: '1' } }))),
      ...(await found(servers({ a: { command: '2' } }))),
    ];
    const plan = planImport(twice, await target(''));
    expect(plan.map(({ action }) => action.kind)).toEqual(['add', 'rename']);
  });

  test('names what cannot be carried, from the origin and in the target', async () => {
    const text =
      '{"mcpServers": {"till": {"command": "till", "env": {"A": "1"}, "autoApprove": ["x"]}}}';
    const [planned] = planImport(await found(text, 'cline'), await target(''));
    expect(planned?.lost.map(({ field }) => field)).toContain('autoApprove');
    const [exported] = planImport(
      await found(servers({ till: { command: 'till', envFile: '.env' } })),
      await target('', 'claude-desktop'),
    );
    expect(exported?.lost).toContainEqual({ field: 'envFile', code: 'unsupportedField' });
  });

  test('leaves out what the target cannot reach', async () => {
    const [planned] = planImport(
      await found(servers({ till: { type: 'http', url: 'https://till.example' } })),
      await target('', 'claude-desktop'),
    );
    expect(planned?.action).toEqual({ kind: 'skip', why: 'unwritable' });
  });

  test('a secret in plain text is a loss only where no input can take its place', async () => {
    const coming = await found(
      servers({ till: { command: 'till', env: { TOKEN: 'abc-def-123' } } }),
    );
    const codes = async (dialect: DialectId) =>
      planImport(coming, await target('', dialect))[0]?.lost.map(({ code }) => code);
    expect(await codes('vscode')).toEqual([]);
    expect(await codes('cursor')).toEqual(['secretInline']);
  });
});

describe('settings beside the entries', () => {
  const codex = `
[mcp_servers.slow]
command = "slow"
startup_timeout_sec = 120
tool_timeout_sec = 20
disabled_tools = ["melt"]

[mcp_servers.off]
command = "off"
enabled = false
default_tools_approval_mode = "approve"
`;
  const coming = async () =>
    (await definitions(codex, 'codex')).map((definition) => editorDefinition(definition));

  test('go where they count, and what a workspace may not say is lost', async () => {
    const plan = planImport(await coming(), await target(''), 'workspace');
    expect(plan.map(({ settings, lost }) => ({ settings, lost }))).toEqual([
      {
        settings: { callTimeoutSeconds: 20, tools: { hide: ['melt'] } },
        lost: [{ field: 'startupTimeoutSeconds', code: 'userSettingsOnly' }],
      },
      {
        settings: { enabled: false },
        lost: [{ field: 'default_tools_approval_mode', code: 'unsupportedField' }],
      },
    ]);
    const [own] = planImport(await coming(), await target(''), 'user');
    expect(own).toMatchObject({ settings: { startupTimeoutSeconds: 120 }, lost: [] });
  });

  test('are lost where there is no place for them, or nobody wants them', async () => {
    const all = ['startupTimeoutSeconds', 'callTimeoutSeconds', 'tools.hide'];
    const [nowhere] = planImport(await coming(), await target(''));
    expect(nowhere?.settings).toBeUndefined();
    expect(nowhere?.lost.map(({ field }) => field)).toEqual(all);
    const [unwanted] = withoutSettings(planImport(await coming(), await target(''), 'user'));
    expect(unwanted?.settings).toBeUndefined();
    expect(unwanted?.lost.map(({ field }) => field)).toEqual(all);
  });

  test('stay in a file that can hold them', async () => {
    const found = (await definitions(codex, 'codex')).map((definition) => ({
      definition,
      lost: [],
    }));
    const [slow] = planImport(found, await target('', 'codex'), 'user');
    expect(slow?.settings).toBeUndefined();
    expect(slow?.lost).toEqual([]);
  });

  test('bear the name that the entry gets', async () => {
    const there = await target(servers({ slow: { command: 'x' }, off: { command: 'off' } }));
    const plan = planImport(await coming(), there, 'workspace');
    expect(serversToSet(plan).map(({ name }) => name)).toEqual(['slow-2']);
  });
});

describe('a taken name', () => {
  test('can be overwritten, avoided or skipped', async () => {
    const there = await target(servers({ Till: { command: 'a' } }));
    const [planned] = planImport(await found(servers({ till: { command: 'b' } })), there);
    expect(planned && conflictActions(planned)).toEqual([
      { kind: 'overwrite', name: 'Till' },
      { kind: 'rename', name: 'till-2' },
      { kind: 'skip', why: 'chosen' },
    ]);
  });

  test('is no question for what is new or the same', async () => {
    const there = await target(servers({ a: { command: 'a' } }));
    const plan = planImport(
      await found(servers({ a: { command: 'a' }, b: { command: 'b' } })),
      there,
    );
    expect(plan.flatMap(conflictActions)).toEqual([]);
  });
});

describe('an edit', () => {
  const input = (id: string, description: string) => ({ type: 'promptString', id, description });
  const keyed = { command: 'till', env: { KEY: '${input:key}' } };

  test('gives an input another id where its own is taken by another', async () => {
    const before = servers({ x: { command: 'x' } }, [input('key', 'of x')]);
    const there = await target(before);
    const coming = await found(servers({ till: keyed }, [input('key', 'of the till')]));
    const edit = importEdit(planImport(coming, there), there);
    expect(edit.entries[0]?.value).toMatchObject({ env: { KEY: '${input:till-key}' } });
    expect(edit.inputs).toEqual([input('till-key', 'of the till')]);
    const [first] = coming;
    expect(first && edit.ids.get(first.definition)?.get('key')).toBe('till-key');
    // What is planned can be written.
    const text = await putEntries(
      { file: 'mcp.json', text: before },
      { dialect: 'vscode', ...edit },
    );
    const written = await definitions(text, 'vscode');
    expect(written.map(({ name, inputs }) => [name, inputs.map(({ id }) => id)])).toEqual([
      ['x', []],
      ['till', ['till-key']],
    ]);
  });

  test('shares an input only with what reaches the same server in the same way', async () => {
    const shared = [input('key', 'the key')];
    const idsFor = async (there: unknown) => {
      const into = await target(servers(there, shared));
      const plan = planImport(await found(servers({ till: keyed }, shared)), into);
      const { inputs, entries } = importEdit(plan, into);
      return { entries: entries.map(({ value }) => value['env']), inputs };
    };
    const own = {
      entries: [{ KEY: '${input:till-key}' }],
      inputs: [input('till-key', 'the key')],
    };
    expect(await idsFor({ same: keyed })).toEqual({
      entries: [{ KEY: '${input:key}' }],
      inputs: [],
    });
    expect(await idsFor({ other: { ...keyed, command: 'other' } })).toEqual(own);
    expect(await idsFor({ till: { ...keyed, args: ['--more'] } })).toEqual(own);
    expect(await idsFor({})).toEqual(own);
  });

  test('declares what was not, and never takes an input of that name which is there', async () => {
    const coming = await found(servers({ till: keyed, shed: keyed, yard: { command: 'yard' } }));
    const there = await target(servers({ x: keyed }, [input('key', 'of x')]));
    const taken = importEdit(planImport(coming, there), there);
    expect(taken.entries.map(({ value }) => value['env'])).toEqual([
      { KEY: '${input:till-key}' },
      { KEY: '${input:till-key}' },
      undefined,
    ]);
    expect(taken.inputs).toEqual([{ ...input('till-key', 'till-key'), password: true }]);
    const nothing = await target('');
    const free = importEdit(planImport(coming, nothing), nothing);
    expect(free.inputs).toEqual([{ ...input('key', 'key'), password: true }]);
  });

  test('keeps inputs of one id apart that come from two files', async () => {
    const coming = [
      ...(await found(servers({ a: keyed }, [input('key', 'the key')]))),
      ...(await found(servers({ b: { ...keyed, command: 'b' } }, [input('key', 'the key')]))),
    ];
    const there = await target('');
    const { inputs } = importEdit(planImport(coming, there), there);
    expect(inputs.map(({ id }) => id)).toEqual(['key', 'b-key']);
  });

  test('does what was chosen', async () => {
    const there = await target(servers({ a: { command: '1' }, b: { command: '1' } }));
    const coming = servers({ a: { command: '2' }, b: { command: '2' } });
    const [a, b] = planImport(await found(coming), there);
    if (!a || !b) throw new Error('no plan');
    const edit = importEdit(
      [
        { ...a, action: { kind: 'overwrite', name: 'a' } },
        { ...b, action: { kind: 'skip', why: 'chosen' } },
      ],
      there,
    );
    expect(edit.entries).toEqual([
      { name: 'a', value: expect.objectContaining({ command: '2' }), overwrite: true },
    ]);
  });
});

describe('a target', () => {
  test.each<[DialectId, string, readonly string[]]>([
    ['vscode', '{"servers": {"a": {"command": "a"}, "b": 1}}', ['a', 'b']],
    ['dotmcp', '{"a": {"command": "a"}}', ['a']],
    [
      'claude-code',
      '{"mcpServers": {"a": {}}, "projects": {"/x": {"mcpServers": {"b": {}}}}}',
      ['a'],
    ],
    ['codex', '[mcp_servers.a]\ncommand = "a"\n', ['a']],
    ['continue', 'mcpServers:\n  - name: a\n    command: a\n', ['a']],
    ['vscode', '', []],
  ])('of %s has names', async (dialect, text, names) => {
    expect((await target(text, dialect)).names).toEqual(names);
  });

  test('has the inputs as they are written', async () => {
    const settings = {
      mcp: { servers: {}, inputs: [{ id: 'key', type: 'promptString', more: 1 }, 5] },
    };
    for (const text of [{ settings }, { folders: [], ...settings }]) {
      const { inputs } = await target(JSON.stringify(text), 'codeWorkspace');
      expect([...inputs]).toEqual([['key', { id: 'key', type: 'promptString', more: 1 }]]);
    }
  });
});
