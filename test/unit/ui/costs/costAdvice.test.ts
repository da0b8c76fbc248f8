import { describe, expect, test } from 'vitest';
import type { Tool, ToolUse } from '../../../../src/ipc/state';
import {
  alikeTools,
  costAdvice,
  type AdviceInput,
  type ComparedTool,
} from '../../../../src/ui/costs/costAdvice';
import { catalog } from '../samples';
import { costs, stock, till, tools } from './shopCosts';

const day = 86_400_000;
const now = 1_000 * day;

function advice(parts: Partial<AdviceInput> = {}): readonly string[] {
  return costAdvice({ servers: costs().servers, uses: new Map(), now, ...parts });
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

describe('costAdvice', () => {
  test('can tell after some time what nobody calls', () => {
    const uses = new Map<string, ToolUse>([[till, { since: now - day, calls: {} }]]);
    expect(advice({ uses })).toEqual([
      'Which tools are never called can be told 30 days after Roundhouse has begun to watch.',
    ]);
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
    const { servers } = costs({ catalogs, counts });
    expect(advice({ servers, uses })).toEqual([
      'Not called in 30 days: 1 tool of till, 200 tokens: add',
      'Not called in 30 days: all of stock, 1 tool · 200 tokens',
      'Long descriptions, which "Shorten Description for Chat" in the menu of a tool makes shorter for models alone: add of till (1160 characters), add_item of stock (1160 characters)',
      'Alike, so one may do: add of till, add_item of stock, 400 tokens together',
    ]);
    const shorter = [
      { id: till, name: 'till', descriptions: { add: 'Adds.' } },
      { id: stock, name: 'stock' },
    ];
    const advised = advice({
      servers: costs({ catalogs, counts, servers: shorter }).servers,
      uses,
    });
    expect(advised.join('\n')).toContain('for models alone: add_item of stock (1160 characters)');
    expect(advised.join('\n')).not.toContain('Alike');
  });

  test('shows what a server writes as it is', () => {
    const catalogs = new Map([[till, catalog({ tools: tools('add\u202e\n# Owned') })]]);
    const uses = new Map<string, ToolUse>([[till, { since: 0, calls: {} }]]);
    const [line] = advice({ servers: costs({ catalogs }).servers, uses });
    expect(line).not.toContain('\u202e');
    expect(line).not.toContain('\n');
  });
});
