import { describe, expect, test } from 'vitest';
import type { Tool, ToolUse } from '../../../../src/ipc/state';
import {
  alikeTools,
  toolCostPage,
  type ComparedTool,
  type CostPageInput,
} from '../../../../src/ui/costs/toolCostPage';
import { processorTime } from '../../../support/processorTime';
import { catalog } from '../samples';
import { costs, stock, till, tools } from './shopCosts';

const day = 86_400_000;
const now = 1_000 * day;

function page(parts: Partial<CostPageInput> = {}): string {
  const input = { costs: costs(), sets: [], uses: new Map(), budget: 0, uncounted: false, now };
  return toolCostPage({ ...input, ...parts });
}

const search =
  'Search the files of a repository for a text and give the lines that have it, with their numbers.';

function tool(server: string, name: string, description?: string): ComparedTool {
  return { server, name, description };
}

/** The groups as `server.tool`. */
function groups(...tools: ComparedTool[]): string[][] {
  return alikeTools(tools).map((group) => group.map(({ server, name }) => `${server}.${name}`));
}

describe('tools of different servers are alike', () => {
  test.each<[string, ComparedTool, ComparedTool]>([
    ['the same', tool('a', 'search', search), tool('b', 'search', search)],
    [
      'names spelt otherwise, descriptions that share something',
      tool('a', 'searchFiles', search),
      tool('b', 'files-search', 'Search files for a text, and give the lines with their numbers.'),
    ],
    [
      'a server’s own name in front of it',
      tool('jira', 'jira_get_issue', 'Gets an issue.'),
      tool('atlassian', 'getIssue', 'Gets one issue.'),
    ],
    [
      'other names and nearly one description',
      tool('a', 'grep', search),
      tool('b', 'find_text', `${search} Fast.`),
    ],
    ['neither with a description', tool('a', 'read_file'), tool('b', 'readFile')],
  ])('%s', (_what, one, other) => {
    expect(groups(one, tool('c', 'weather', 'Tells the weather of a city.'), other)).toEqual([
      [`${one.server}.${one.name}`, `${other.server}.${other.name}`],
    ]);
  });
});

describe('tools are not alike', () => {
  test.each<[string, ComparedTool, ComparedTool]>([
    ['of one server', tool('a', 'search', search), tool('a', 'search_files', search)],
    [
      'one name for different things',
      tool('a', 'search', search),
      tool('b', 'search', 'Finds flights between two airports on a day, cheapest first.'),
    ],
    [
      'a few words in common',
      tool('a', 'create_issue', 'Creates an issue in a project of the tracker.'),
      tool('b', 'create_page', 'Creates a page in a space of the wiki.'),
    ],
  ])('%s', (_what, one, other) => {
    expect(groups(one, other)).toEqual([]);
  });
});

test('three make one group', () => {
  expect(
    groups(tool('a', 'search', search), tool('b', 'search', search), tool('c', 'find', search)),
  ).toEqual([['a.search', 'b.search', 'c.find']]);
});

test('5,000 tools that all have one name, or one description, take less than a second', () => {
  const named = Array.from({ length: 5_000 }, (_, at) =>
    tool(`server ${at % 60}`, 'search', `Finds ${at} and ${at * 7} of the ${at % 13} things.`),
  );
  const described = Array.from({ length: 5_000 }, (_, at) =>
    tool(`server ${at % 60}`, `tool ${at}`, search),
  );
  const begin = process.threadCpuUsage();
  alikeTools(named);
  expect(alikeTools(described)[0]).toHaveLength(5_000);
  const { user } = process.threadCpuUsage(begin);
  expect(user / 1_000).toBeLessThan(1_000);
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
