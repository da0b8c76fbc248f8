import { describe, expect, test } from 'vitest';
import { alikeTools, type ComparedTool } from '../../../../src/ui/costs/toolCostPage';

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
