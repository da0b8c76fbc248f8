import { describe, expect, test } from 'vitest';
import type { Tool, ToolUse } from '../../../../src/ipc/state';
import { toolCostPage, type CostPageInput } from '../../../../src/ui/costs/toolCostPage';
import { tokensText } from '../../../../src/ui/costs/toolCostTexts';
import {
  costText,
  costWarnings,
  serversInChat,
  toolCosts,
  type CostInput,
  setCosts,
} from '../../../../src/ui/costs/toolCosts';
import { catalog, entries, shopFile, snapshot } from '../samples';
import { processorTime } from '../../../support/processorTime';
import type { ToolPolicy } from '../../../../src/config/settings/toolPolicy';
import { serverRules } from '../../../../src/config/settings/toolRules';

const shop = shopFile('{"servers": {"till": {"command": "till"}, "stock": {"command": "stock"}}}');
const [till, stock] = ['folder:shop/till', 'folder:shop/stock'];
const day = 86_400_000;
const now = 1_000 * day;
const tools = (...names: string[]): Tool[] => names.map((name) => ({ name }));

function costs(parts: Partial<CostInput> = {}) {
  return toolCosts({
    servers: serversInChat(entries([shop]), []),
    catalogs: new Map([
      [till, catalog({ tools: tools('add', 'pay') })],
      [stock, catalog({ tools: tools('count') })],
    ]),
    counts: new Map([
      [
        till,
        new Map([
          ['add', 300],
          ['pay', 1_000],
        ]),
      ],
      [stock, new Map([['count', 50]])],
    ]),
    isOn: () => true,
    ...parts,
  });
}

function page(parts: Partial<CostPageInput> = {}): string {
  const input = { costs: costs(), sets: [], uses: new Map(), budget: 0, uncounted: false, now };
  return toolCostPage({ ...input, ...parts });
}

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
      servers: serversInChat(entries([shop]), []),
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

test('in chat are the servers that Roundhouse runs, and the same list while they are the same', () => {
  const all = serversInChat(entries([shop]), []);
  expect(all.map(({ name }) => name)).toEqual(['till', 'stock']);
  const running = snapshot({ kind: 'running', since: 0 });
  expect(serversInChat(entries([shop], { till: running }), all)).toBe(all);
  const off = snapshot({ kind: 'disabled', reason: { code: 'workspaceUntrusted' } });
  expect(serversInChat(entries([shop], { till: off }), all).map(({ name }) => name)).toEqual([
    'stock',
  ]);
  expect(serversInChat(entries([shop], {}, 'vscode'), all)).toEqual([]);
  expect(serversInChat(entries([shop], {}, 'undecided'), all)).toEqual([]);
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

describe('toolCostPage', () => {
  test('lists sets, servers and tools, the dearest first', () => {
    const sets = [
      { name: undefined, isActive: false, tools: 3, tokens: 1_350, isWhole: true },
      { name: 'till', isActive: true, tools: 2, tokens: 1_300, isWhole: false },
    ];
    const calls = { pay: now - 3 * day };
    const uses = new Map<string, ToolUse>([[till, { since: now - day, calls }]]);
    const off = costs({ isOn: (_server, tool) => tool !== 'add' });
    expect(page({ costs: off, sets, uses, budget: 20_000 })).toBe(`\
# Tool costs

What the names, descriptions and parameters of your tools take of a model with every request. Counted by o200k, the encoding of OpenAI’s models since GPT-4o; those of others differ. A total that ends in + is not whole yet.

In chat: 2 tools · 1050 tokens, the budget is 20k tokens

## What you could do

- Which tools are never called can be told 30 days after Roundhouse has begun to watch.

## Tool sets

- All tools: 3 tools · 1350 tokens
- \`till\` (active): 2 tools · 1300 tokens +

## Servers

- \`till\`: 1 tool · 1000 tokens, 1 more switched off
- \`stock\`: 1 tool · 50 tokens

## Tools

### \`till\`

- \`pay\`: 1000 tokens, last called 3 days ago
- \`add\`: 300 tokens, switched off

### \`stock\`

- \`count\`: 50 tokens
`);
  });

  test('advises on what nobody calls, on long descriptions and on tools that are alike', () => {
    const description = 'Adds an article with its price to the bill of a customer. '.repeat(20);
    const offered: Tool[] = [{ name: 'add', description }, { name: 'pay' }];
    const catalogs = new Map([
      [till, catalog({ tools: offered })],
      [stock, catalog({ tools: [{ name: 'add_item', description }] })],
    ]);
    const counts = new Map([
      [
        till,
        new Map([
          ['add', 200],
          ['pay', 10],
        ]),
      ],
      [stock, new Map([['add_item', 200]])],
    ]);
    const uses = new Map<string, ToolUse>([
      [till, { since: now - 40 * day, calls: { add: now - 31 * day, pay: now - 29 * day } }],
      [stock, { since: now - 30 * day, calls: {} }],
    ]);
    const text = page({ costs: costs({ catalogs, counts }), uses });
    const shorter = [
      { id: till, name: 'till', descriptions: { add: 'Adds.' } },
      { id: stock, name: 'stock' },
    ];
    const advised = page({ costs: costs({ catalogs, counts, servers: shorter }), uses });
    expect(advised).toContain('for models alone: `add_item` of `stock` (1160 characters)\n');
    expect(advised).toContain('- `add`: 200 tokens, 5 characters of description');
    expect(advised).not.toContain('Alike');
    expect(text.split('## ')[1]).toBe(`\
What you could do

- Not called in 30 days: 1 tool of \`till\`, 200 tokens: \`add\`
- Not called in 30 days: all of \`stock\`, 1 tool · 200 tokens
- Long descriptions, which "Shorten Description for Chat" in the menu of a tool makes shorter for models alone: \`add\` of \`till\` (1160 characters), \`add_item\` of \`stock\` (1160 characters)
- Alike, so one may do: \`add\` of \`till\`, \`add_item\` of \`stock\`, 400 tokens together

`);
  });

  test('makes nothing of what a server writes', () => {
    const evil = '`](command:x)\n# [click](https://evil.example)';
    const catalogs = new Map([[till, catalog({ tools: tools(evil) })]]);
    const text = page({ costs: costs({ catalogs }) });
    expect(text).toContain(
      '- `` `](command:x)\\u{a}# [click](https://evil.example) ``: not counted yet',
    );
  });

  test('says that there is nothing, or that nothing can be counted', () => {
    expect(page({ costs: costs({ catalogs: new Map() }) })).toContain(
      'No server has told its tools yet.',
    );
    expect(page({ uncounted: true })).toContain('this editor runs no workers');
  });

  test('stays readable with 5,000 tools', () => {
    const many = tools(...Array.from({ length: 5_000 }, (_, at) => `tool_${at}`));
    const taken = processorTime();
    const text = page({ costs: costs({ catalogs: new Map([[till, catalog({ tools: many })]]) }) });
    expect(text).toContain('- and 4900 more');
    expect(taken()).toBeLessThan(1_000);
  });
});

const id = 'folder:shop/till';
const each = [
  { tool: { name: 'add' }, tokens: 300, isOn: true },
  { tool: { name: 'pay' }, tokens: 50, isOn: false },
  { tool: { name: 'wipe' }, tokens: 7, isOn: false },
];
const servers = [{ id, name: 'till', each, tools: 1, tokens: 300, isWhole: true }];
const rules = serverRules({ user: { 'till/wipe': 'deny' } }, { id, name: 'till' });
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
