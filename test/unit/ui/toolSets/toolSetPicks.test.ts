import { describe, expect, test } from 'vitest';
import type { ConfigSource } from '../../../../src/config/definition';
import { levels } from '../../../../src/config/precedence';
import type { ToolPolicy } from '../../../../src/config/settings/toolPolicy';
import { serverRules, type RuleEffect } from '../../../../src/config/settings/toolRules';
import { setAt, type ToolSet } from '../../../../src/config/settings/toolSets';
import {
  toolSetLine,
  toolSetPicks,
  type ToolSetInput,
  effectPicks,
  spanPicks,
} from '../../../../src/ui/toolSets/toolSetPicks';
import { tooltipOf } from '../../../../src/ui/tree/treeNode';
import type { TreeNode } from '../../../../src/ui/tree/treeNode';
import { treeNodes } from '../../../../src/ui/tree/treeNodes';
import { treeText } from '../../../support/treeText';
import { catalog, entries, now, shopFile, snapshot } from '../samples';

const id = 'folder:shop/till';
const shop = shopFile('{"servers": {"till": {"command": "till"}, "stock": {"command": "stock"}}}');
const annotations = { readOnlyHint: true };
const inputSchema = { type: 'object', properties: {} };
const offered = catalog({
  tools: [
    { name: 'get_a', title: 'Get A', description: 'It gets', inputSchema, annotations },
    { name: 'get_b', inputSchema, annotations },
    ...['put', 'pay', 'drop'].map((name) => ({ name, inputSchema })),
  ],
});

function policy(set: ToolSet, rules = {}, trustsHints = false): ToolPolicy {
  const server = { id, name: 'till' };
  return {
    set: setAt(set, server),
    rules: serverRules({ user: rules }, server, false, new Set()),
    trustsHints,
  };
}

function till(given: ToolPolicy | undefined, runBy?: 'vscode'): TreeNode | undefined {
  const running = snapshot({ kind: 'running', since: 0 }, { tools: 5 });
  const [root] = treeNodes({
    files: [shop],
    entries: entries([shop], { till: running }, runBy),
    catalogs: new Map([[id, offered]]),
    policies: new Map(given && [[id, given]]),
    now,
    remote: false,
  });
  return root?.children?.[0];
}

const textOf = (node: TreeNode | undefined): string => treeText(node ? [node] : []);

describe('the tree', () => {
  test('shows what chat gets by boxes, and says what is off, denied or asked for', () => {
    const rules = { 'till/pay': 'ask', 'till/drop': 'deny', 'till/put': 'allow' };
    const node = till(policy(['till', '!till/get_*', 'till/get_a'], rules));
    expect(textOf(node)).toBe(`\
[x] [pass-filled] till (running · 5 tools · 3 of 5 in chat)
  [x] [tools] get_a (Get A) <showTool>
  [ ] [tools] get_b (off) <showTool>
  [x] [tools] put (allowed) <showTool>
  [x] [tools] pay (asks first) <showTool>
  [x] [tools] drop (denied) <showTool>
`);
    expect(node?.children?.map(tooltipOf)).toEqual([
      expect.stringContaining('says that it only reads'),
      'get_b\n\nSwitched off: chat does not get it.',
      'put\n\nThe rule "till/put" (in your settings) lets it be called without a question of Roundhouse.',
      'pay\n\nThe rule "till/pay" (in your settings) has you asked before every call.',
      'drop\n\nThe rule "till/drop" (in your settings) denies it: chat does not get it, and nobody can call it.',
    ]);
    expect(node?.children?.map(({ context }) => context)).toEqual([
      'tool on',
      'tool off',
      'tool on',
      'tool on',
      'tool on',
    ]);
    expect(node?.context).toMatch(/ rules\b/);
  });

  test('says nothing where chat gets all, and the hints are trusted', () => {
    const node = till(policy(['*'], {}, true));
    expect(node?.description).toBe('running · 5 tools');
    expect(node?.children?.map(tooltipOf)[0]).toBe('It gets');
    expect(node?.context).toMatch(/ rules distrust\b/);
  });

  test('has an empty box for a server without a tool that is on, and none for what VS Code runs', () => {
    const node = till(policy(['stock']));
    expect([node?.checkbox, node?.description]).toEqual([
      'off',
      'running · 5 tools · 0 of 5 in chat',
    ]);
    expect(till(policy(['*']), 'vscode')?.checkbox).toBeUndefined();
    expect(till(undefined)?.checkbox).toBeUndefined();
  });

  test('keeps the box of a server ticked whose tools are all denied: the boxes are not the rules', () => {
    expect(till(policy(['*'], { till: 'deny' }))?.checkbox).toBe('on');
  });
});

const sets = new Map([
  ['read', ['till/get_*']],
  ['$(flame) [x](command:y)', ['nothing']],
]);
const on = (...set: string[]) => new Map([[id, policy(set, { 'till/drop': 'deny' })]]);
const input = (parts: Partial<ToolSetInput> = {}): ToolSetInput => ({
  entries: entries([shop]),
  catalogs: new Map([[id, offered]]),
  policies: on('*'),
  sets,
  active: undefined,
  isChanged: false,
  ...parts,
});

describe('the choice of a set', () => {
  const shown = (parts?: Partial<ToolSetInput>): string[] =>
    toolSetPicks(input(parts)).map(({ label, description = '' }) => `${label} | ${description}`);

  test('counts what each would give to chat, and marks the active one', () => {
    expect(shown()).toEqual([
      '$(check) All Tools | 4 of 5 tools · active',
      'read | 2 of 5 tools',
      '$ (flame) [x] (command:y) | 0 of 5 tools',
      '$(save) Save Selection as Set... | ',
      '$(edit) Edit Sets... | ',
    ]);
    const policies = on('till/get_*', 'folder:shop/till/put');
    expect(shown({ active: 'read', isChanged: true, policies })).toEqual([
      'All Tools | 4 of 5 tools',
      '$(check) read | 3 of 5 tools · active · changed by hand',
      '$ (flame) [x] (command:y) | 0 of 5 tools',
      '$(save) Save Selection as Set... | ',
      '$(discard) Undo Changes by Hand | ',
      '$(edit) Edit Sets... | ',
    ]);
  });

  test('stands in the status bar once tools are known', () => {
    expect(toolSetLine(input())).toMatchObject({
      text: '$(tools) All Tools',
      tooltip: 'Tools in chat: All Tools, 4 of 5 tools. Click to choose others.',
      severity: 'normal',
    });
    const changed = { active: 'read', isChanged: true, policies: on('till/get_a') };
    expect(toolSetLine(input(changed))).toMatchObject({
      text: '$(tools) read *',
      tooltip: 'Tools in chat: read, changed by hand, 1 of 5 tools. Click to choose others.',
      severity: 'normal',
    });
    expect(toolSetLine(input({ catalogs: new Map() }))).toBeUndefined();
    expect(toolSetLine(input({ entries: entries([shop], {}, 'vscode') }))).toBeUndefined();
  });

  test('tells what they cost, and warns where it is too much', () => {
    const cost = { tools: 4, tokens: 3_400, isWhole: true, servers: new Map() };
    const warnings = [{ mark: 'tokens', text: 'Over the budget.' }];
    expect(toolSetLine(input(), { ...cost, warnings: [] })).toMatchObject({
      tooltip: `\
Tools in chat: All Tools, 4 of 5 tools. Click to choose others.
3.4k tokens of every request`,
      severity: 'normal',
    });
    expect(toolSetLine(input(), { ...cost, warnings })).toMatchObject({
      tooltip: expect.stringMatching(/request\nOver the budget\.$/),
      severity: 'warning',
    });
    expect(toolSetLine(input(), { ...cost, isWhole: false, warnings: [] })?.tooltip).toMatch(
      /others\.$/,
    );
  });
});

test('the choice of a rule marks the one that counts', () => {
  const rule = { tool: '*', effect: 'ask', pattern: 'till', layer: 'user' } as const;
  expect(effectPicks(rule).map(({ label }) => label)).toEqual([
    'Allow in Chat',
    '$(check) Ask in Chat',
    'Deny in Chat',
    'No Rule of Mine',
  ]);
  expect(effectPicks(undefined).map(({ value }) => value)).toEqual([
    'allow',
    'ask',
    'deny',
    'none',
  ]);
});

test('a rule counts for a session, a workspace or always, but allows what a workspace brings in that one alone', () => {
  const spans = (effect: RuleEffect, source: ConfigSource): readonly string[] =>
    spanPicks(effect, source).map(({ value }) => value);
  const all = ['session', 'workspace', 'user'];
  expect(spans('allow', { ...shop.source, level: levels.user })).toEqual(all);
  expect(spans('deny', shop.source)).toEqual(all);
  expect(spans('allow', shop.source)).toEqual(['session', 'workspace']);
});
