import { expect, test } from 'vitest';
import type { ConfigSource, Launch } from '../../../../src/config/definition';
import type { PlannedEntry } from '../../../../src/config/write/importPlan';
import { offeredInputs } from '../../../../src/config/write/newInputs';
import { readPasted } from '../../../../src/config/paste/pastedServer';
import { launchDraft } from '../../../../src/config/paste/draft';
import {
  carryPick,
  conflictPicks,
  conflictTitle,
  exportPicks,
  leftOutText,
  lostSummary,
  nameProblem,
  offerPicks,
  planPicks,
  readingPicks,
  unreadableText,
  writtenText,
  addTargets,
} from '../../../../src/ui/importing/importPicks';

const launch: Launch = { type: 'stdio', command: 'npx', args: ['-y', 'till-mcp'], env: {} };
const { definition } = launchDraft(launch, 'till');
const planned = (rest: Partial<PlannedEntry>): PlannedEntry => ({
  definition,
  action: { kind: 'add', name: 'till' },
  taken: undefined,
  lost: [],
  ...rest,
});

test('every meaning of what was pasted has words and shows what would run', async () => {
  const picks = async (text: string) =>
    readingPicks((await readPasted(text)).readings).map(
      ({ label, description }) => `${label}: ${description}`,
    );
  expect(await picks('mcp-server-fetch')).toEqual([
    'npm package: npx -y mcp-server-fetch',
    'PyPI package: uvx mcp-server-fetch',
    'Command: mcp-server-fetch',
  ]);
  expect(await picks('{"a": {"command": "a"}, "b": {"command": "b"}}')).toEqual([
    '2 servers of a configuration: a',
  ]);
});

test('what cannot be read is told with its first problem', async () => {
  expect(unreadableText(await readPasted('@@'), '@@')).toMatch(
    /^No server can be read.*Accepted are/,
  );
  const wrong = '{"servers": {"a": {"args": []}}}';
  expect(unreadableText(await readPasted(wrong), wrong)).toBe(
    'No server can be read from this: The server "a" says neither how it is started nor where it is reached. Write "command", the program that starts it, such as "npx"; or "url", its address.',
  );
});

test.each([
  '{ // the shop "servers": {"till": {"command": "till"}} }',
  '{"servers": {"till": {"command": "till"}, // the crane "crane": {"command": "crane"}}}',
  '[mcp_servers.till] command = "till"',
  'mcpServers: - name: till   command: till',
])('a text that lost its lines in the box is told as such: %s', async (flat) => {
  const pasted = await readPasted(flat);
  expect(unreadableText(pasted, flat)).toMatch(/line ends.*"From the Clipboard"/);
  // Nothing was lost on the clipboard.
  expect(unreadableText(pasted, undefined) ?? '').not.toMatch(/line ends/);
});

test.each([
  '{"servers": {"till": {"url": "https://till.example//mcp"}}}',
  '{"servers": {"till": {"command": "till"}}} // that is all',
  '{\n  // the shop\n  "servers": {"till": {"command": "till"}}\n}',
])('a comment that hides nothing is no hindrance: %s', async (text) => {
  expect(unreadableText(await readPasted(text), text)).toBeUndefined();
});

test('a clipboard without a server may be one that cannot be read', async () => {
  expect(unreadableText(await readPasted(''), undefined)).toMatch(/clipboard.*the browser/);
});

test('servers that cannot be read are told beside those that can', async () => {
  const leftOut = async (text: string) => leftOutText((await readPasted(text)).problems);
  expect(await leftOut('{"servers": {"a": {"command": 5}, "b": {"command": "b"}}}')).toMatch(
    /^There are mistakes, and servers .* left out\. Line 1: The value of "command" of the server "a"/,
  );
  // A server that has a mistake but can be read is not left out.
  const undefinedInput = '{"servers": {"a": {"command": "a", "args": ["${input:b}"]}}}';
  expect(await leftOut(undefinedInput)).toBeUndefined();
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => `"${name}": {"command": 5}`).join();
  expect(await leftOut(`{"servers": {${many}}}`)).toMatch(/"c" .*\nAnd 2 more\.$/);
});

test('a plan says what happens to each server and what it loses', () => {
  const picks = planPicks(
    [
      planned({ lost: [{ field: 'envFile', code: 'unsupportedField' }] }),
      planned({ action: { kind: 'rename', name: 'till-2' }, taken: 'till' }),
      planned({ action: { kind: 'rename', name: 'the-till' } }),
      planned({ action: { kind: 'overwrite', name: 'Till' } }),
      planned({ action: { kind: 'skip', why: 'same' } }),
      planned({ action: { kind: 'skip', why: 'unwritable' } }),
    ],
    'codex',
  );
  expect(picks.map(({ description, picked }) => [description, picked])).toEqual([
    ['is added, without envFile', true],
    ['is added as "till-2", as the name is taken', true],
    ['is added as "the-till", as Codex refuses some of its characters', true],
    ['replaces "Till"', true],
    ['is there already in the same form', false],
    ['cannot be written in Codex', false],
  ]);
  expect(picks[0]).toMatchObject({ label: 'till', detail: 'npx -y till-mcp' });
});

test('settings are offered for the place where they go, and counted when they are written', () => {
  const plan = [
    planned({ settings: { callTimeoutSeconds: 20, tools: { hide: ['melt'] } } }),
    planned({ action: { kind: 'rename', name: 'off-2' }, settings: { enabled: false } }),
    planned({ action: { kind: 'skip', why: 'same' }, settings: { enabled: false } }),
  ];
  expect(carryPick(plan, 'user')).toEqual({
    label: 'Also carry 3 settings (timeouts, tools, disabled) into the user settings',
    detail: 'till: callTimeoutSeconds, tools.hide · off-2: enabled',
    picked: true,
    value: 'settings',
  });
  expect(carryPick(plan.slice(1), 'folder')?.label).toBe(
    'Also carry 1 setting (disabled) into the folder settings',
  );
  expect(carryPick([planned({})], 'workspace')).toBeUndefined();
  const set = plan.slice(0, 2).flatMap(({ settings }) => (settings ? [{ settings }] : []));
  expect(writtenText('mcp.json', 2, set)).toBe(
    '2 servers were written to mcp.json. 3 settings went into "roundhouse.servers".',
  );
  expect(writtenText('mcp.json', 1, [])).toBe('1 server was written to mcp.json.');
  expect(writtenText('mcp.json', 0, [])).toBe('Nothing had to be written to mcp.json.');
});

test('a taken name is asked about, with more of them for all at once', () => {
  const conflict = planned({ action: { kind: 'rename', name: 'till-2' }, taken: 'Till' });
  expect(conflictTitle(conflict)).toBe('The file already has a server named "Till"');
  const labels = (more: number) => conflictPicks(conflict, more).map(({ label }) => label);
  expect(labels(0)).toEqual(['Overwrite "Till"', 'Add as "till-2"', 'Skip']);
  expect(labels(2)).toEqual([
    ...labels(0),
    'Overwrite All 3',
    'Add All 3 Under New Names',
    'Skip All 3',
  ]);
  expect(conflictPicks(conflict, 2).map(({ value }) => value.all)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('no list shows a secret', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const args = ['--token', secret, 'a b'];
  const env = { KEY: secret };
  const draft = launchDraft({ type: 'stdio', command: 'till', args, env }, 'till');
  const offered = offeredInputs(draft.definition, new Set());
  const picks = offerPicks(offered.map((input) => ({ input, server: 'till' })));
  expect(picks.map(({ label, description, detail }) => [label, description, detail])).toEqual([
    ['KEY', 'environment variable of till', 'moves to the secret store'],
    ['token', 'argument of till', 'moves to the secret store'],
  ]);
  const url = { type: 'http', url: `https://till.example/?key=${secret}`, headers: {} } as const;
  // What only the variable or the header tells to be a secret is one in the command and the address, too.
  const repeated = {
    type: 'stdio',
    command: 'till',
    args: ['--login', 'hunter2-Secret-99'],
  } as const;
  const path = { type: 'http', url: 'https://till.example/Zx81kQpW77LmN2/mcp' } as const;
  const drafts = [
    draft,
    launchDraft(url),
    launchDraft({ ...repeated, env: { DB_PASSWORD: 'hunter2-Secret-99' } }),
    launchDraft({ ...path, headers: { Authorization: 'Bearer Zx81kQpW77LmN2' } }),
  ];
  const readings = drafts.map((one) => ({
    kind: 'config' as const,
    drafts: [one],
  }));
  expect(readingPicks(readings).map(({ description }) => description)).toEqual([
    'till --token ••• "a b"',
    'https://till.example/?key=•••',
    'till --login •••',
    'https://till.example/•••/mcp',
  ]);
});

test('what does not arrive is told line by line', () => {
  const lost = [
    { field: 'envFile', code: 'unsupportedField' },
    { field: 'env.A', code: 'unsupportedVariable' },
    { field: 'env.B', code: 'unsupportedInput' },
    { field: 'type', code: 'unsupportedTransport' },
    { field: 'env.C', code: 'secretInline' },
  ] as const;
  expect(lostSummary([planned({}), planned({ lost })], 'zed')).toEqual({
    text: 'Not everything could be carried: till.',
    page: [
      'What could not be carried to Zed',
      '',
      '- till: "envFile" cannot be written there.',
      '- till: "env.A" names a variable that means nothing there.',
      '- till: "env.B" names an input, which is not asked for there.',
      '- till: The way to reach the server ("type") is not known there.',
      '- till: "env.C" is written with its secret in plain text.',
      '',
    ].join('\n'),
  });
  expect(lostSummary([planned({})], 'zed')).toBeUndefined();
});

test('servers to be exported stand with their file, all chosen', () => {
  expect(exportPicks([definition])).toEqual([
    { label: 'till', description: 'User · pasted', picked: true, value: definition },
  ]);
});

test('a name is there and free, whatever its capital letters', () => {
  const taken = new Set(['till', 'till-2']);
  expect(nameProblem(' ', taken)).toBe('A name is needed.');
  expect(nameProblem(' Till', taken)).toBe('The file already has a server of this name.');
  expect(nameProblem('till-3', taken)).toBeUndefined();
});

test('new servers go into the usual files first, and never unasked into those of other hosts', () => {
  const source = (id: string, dialect: ConfigSource['dialect'], external?: true): ConfigSource => ({
    id,
    file: id,
    dialect,
    level: 0,
    readByEditor: true,
    ...(external && { external }),
  });
  const sources = [
    source('roundhouse:shop', 'vscode'),
    source('folder:shop', 'vscode'),
    source('dotmcp:shop', 'dotmcp'),
    source('workspace', 'codeWorkspace'),
    source('user', 'vscode'),
    source('cursor', 'cursor', true),
  ];
  expect(addTargets(sources).map(({ id }) => id)).toEqual([
    'folder:shop',
    'user',
    'dotmcp:shop',
    'roundhouse:shop',
    'workspace',
  ]);
});
