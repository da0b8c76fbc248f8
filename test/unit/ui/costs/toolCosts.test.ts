import { describe, expect, test } from 'vitest';
import { tokensText } from '../../../../src/ui/costs/toolCostTexts';
import {
  costText,
  costWarnings,
  serversInChat,
  toolCosts,
  setCosts,
} from '../../../../src/ui/costs/toolCosts';
import { catalog, entries, snapshot } from '../samples';
import type { ToolPolicy } from '../../../../src/config/settings/toolPolicy';
import { costs, shop, stock, till, tools } from './shopCosts';
import { serverRules } from '../../../../src/config/settings/toolRules';

describe('toolCosts', () => {
  test('adds up what models get', () => {
    const all = costs({ isOn: (_server, tool) => tool !== 'pay' });
    expect(all).toMatchObject({ tools: 2, tokens: 350, isWhole: true });
    expect(all.servers.map(({ name, tools, tokens }) => [name, tools, tokens])).toEqual([
      ['till', 1, 300],
      ['stock', 1, 50],
    ]);
  });

  test('is not whole while a tool is not counted, unless models do not get it', () => {
    const counts = new Map([[till, new Map([['add', 300]])]]);
    expect(costText(costs({ counts }))).toBeUndefined();
    const some = costs({ counts, isOn: (server, tool) => server === till && tool === 'add' });
    expect(costText(some)).toBe('1 tool · 300 tokens');
  });

  test('gives the same object for a server whose tools cost what they did', () => {
    const known = new Map([
      [till, catalog({ tools: tools('add') })],
      [stock, catalog({ tools: tools('count') })],
    ]);
    const counts = new Map([[stock, new Map([['count', 50]])]]);
    const before = costs({ catalogs: known, counts });
    const input = {
      servers: serversInChat(entries([shop])),
      catalogs: known,
      isOn: () => true,
    };
    const counted = new Map([...counts, [till, new Map([['add', 7]])]]);
    const after = toolCosts({ ...input, counts: counted }, before);
    expect(after.servers.map((server) => before.servers.includes(server))).toEqual([false, true]);
    expect(after.tokens).toBe(57);
    const isOn = (): boolean => false;
    expect(toolCosts({ ...input, counts: counted, isOn }, after).servers).toMatchObject([
      { id: till, tools: 0 },
      { id: stock, tools: 0 },
    ]);
  });

  test('knows nothing of a server that has not told its tools', () => {
    expect(costs({ catalogs: new Map() })).toMatchObject({ servers: [], tools: 0, isWhole: true });
  });
});

test('in chat are the servers that Roundhouse runs, in whatever state they are', () => {
  const all = serversInChat(entries([shop]));
  expect(all.map(({ name }) => name)).toEqual(['till', 'stock']);
  const running = snapshot({ kind: 'running', since: 0 });
  expect(serversInChat(entries([shop], { till: running }))).toEqual(all);
  const off = snapshot({ kind: 'disabled', reason: { code: 'workspaceUntrusted' } });
  expect(serversInChat(entries([shop], { till: off })).map(({ name }) => name)).toEqual(['stock']);
  expect(serversInChat(entries([shop], {}, 'vscode'))).toEqual([]);
  expect(serversInChat(entries([shop], {}, 'undecided'))).toEqual([]);
});

test.each([
  [1, '1 token'],
  [1_999, '1999 tokens'],
  [2_000, '2k tokens'],
  [3_449, '3.4k tokens'],
  [20_000, '20k tokens'],
  [31_440, '31.4k tokens'],
  [140_600, '141k tokens'],
])('%i reads %s', (count, text) => {
  expect(tokensText(count)).toBe(text);
});

describe('costWarnings', () => {
  const cost = (tools: number, tokens: number) => ({ tools, tokens, isWhole: true });

  test('tell of what is over the budget, and of too many tools', () => {
    expect(costWarnings(cost(128, 20_000), 20_000)).toEqual([]);
    expect(costWarnings(cost(129, 20_001), 20_000).map(({ text }) => text)).toEqual([
      'The tools in chat take 20k tokens of every request, over your budget of 20k tokens.',
      '129 tools are in chat; models without tool search take 128 at most.',
    ]);
  });

  test('know no budget of 0', () => {
    expect(costWarnings(cost(1, 1_000_000), 0)).toEqual([]);
  });
});

const id = 'folder:shop/till';
const each = [
  { tool: { name: 'add' }, tokens: 300, isOn: true },
  { tool: { name: 'pay' }, tokens: 50, isOn: false },
  { tool: { name: 'wipe' }, tokens: 7, isOn: false },
];
const servers = [{ id, name: 'till', each, tools: 1, tokens: 300, isWhole: true }];
const denied = { user: { 'till/wipe': 'deny' } };
const rules = serverRules(denied, { id, name: 'till' }, false, new Set());
const policies = new Map<string, ToolPolicy>([[id, { set: ['add'], rules, trustsHints: false }]]);

test('each set is counted as it is written, without what a rule denies', () => {
  const sets = new Map([
    ['paying', ['till/pay', 'mail']],
    ['no adding', ['!till/add']],
  ]);
  expect(setCosts({ servers, sets, active: 'paying', policies })).toEqual([
    { name: undefined, isActive: false, tools: 2, tokens: 350, isWhole: true },
    { name: 'paying', isActive: true, tools: 1, tokens: 50, isWhole: true },
    { name: 'no adding', isActive: false, tools: 1, tokens: 50, isWhole: true },
  ]);
});

test('without sets there is nothing to compare', () => {
  expect(setCosts({ servers, sets: new Map(), active: undefined, policies })).toEqual([]);
});
