import { describe, expect, test } from 'vitest';
import { ToolSearch, type SearchedServer } from '../../../src/tools/toolSearch';
import type { Tool } from '../../../src/ipc/state';
import { searchExamples } from '../../support/search/searchExamples';
import { searchedServer, searchedServers } from '../../support/search/searchedServers';

async function find(
  servers: readonly SearchedServer[],
  query: string,
  limit = 20,
): Promise<string[]> {
  const found = await new ToolSearch().find(servers, query, limit);
  return found.map(({ server, tool }) => `${server.replace('user/', '')}/${tool.name}`);
}

const github = searchedServer('github', [
  { name: 'create_issue', description: 'Open an issue in a repository' },
  { name: 'create_issue_comment', description: 'Says something about an issue' },
  {
    name: 'listPullRequests',
    description: 'All of them',
    inputSchema: { properties: { state: { enum: ['open', 'closed'] } } },
  },
]);
const files = searchedServer('files', [
  { name: 'read_file', title: 'Read', description: 'The text of a file. Not of a folder.' },
  { name: 'dir.tree', inputSchema: { properties: { depth: { description: 'How many levels' } } } },
  { name: 'getHTTPHeaders', description: 'File, file, file: all that is known of a file.' },
]);
const both = [github, files];

describe('among 5,000 tools of others', () => {
  test('what is asked for in words of the tools is among the first five', async () => {
    const servers = searchedServers(5_000);
    const search = new ToolSearch();
    const missed: string[] = [];
    for (const [query, wanted] of searchExamples) {
      const found = await search.find(servers, query, 5);
      const names = found.map(({ server, tool }) => `${server.replace('user/', '')}/${tool.name}`);
      if (!names.includes(wanted)) missed.push(`${query}: ${names.join(', ')}`);
    }
    expect(searchExamples.length).toBeGreaterThanOrEqual(60);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(searchExamples.length * 0.25);
  });
});

test.each([
  // As it stands, in parts, and in other forms
  ['issue', ['github/create_issue', 'github/create_issue_comment']],
  ['http headers', ['files/getHTTPHeaders']],
  ['creating issues', ['github/create_issue', 'github/create_issue_comment']],
  // By titles, parameters, what is said of them, and what they may be
  ['depth', ['files/dir.tree']],
  ['levels', ['files/dir.tree']],
  ['closed', ['github/listPullRequests']],
  // Mistyped, begun
  ['isseu', ['github/create_issue', 'github/create_issue_comment']],
  ['pul reqests', ['github/listPullRequests']],
  ['repo', ['github/create_issue']],
])('%s', async (query, wanted) => {
  const found = await find(both, query);
  expect(found.slice(0, wanted.length)).toEqual(wanted);
});

describe('descriptions without spaces between words', () => {
  const servers = [
    github,
    searchedServer('east', [
      { name: 'weather', description: '查询城市的天气预报' },
      { name: 'read', description: '读取一个文件的内容，返回UTF8文本' },
      { name: 'yomu', description: 'フォルダーのファイルを読み込みます' },
      { name: 'thai', description: 'อ่านไฟล์จากโฟลเดอร์' },
      { name: 'hangul', description: '파일을 읽습니다' },
    ]),
  ];
  test.each([
    ['读取文件', 'east/read'],
    ['天气', 'east/weather'],
    ['读', 'east/read'],
    ['utf8 文本', 'east/read'],
    ['ファイルを読む', 'east/yomu'],
    ['フォルダー', 'east/yomu'],
    ['ไฟล์', 'east/thai'],
    ['파일을', 'east/hangul'],
  ])('%s', async (query, wanted) => {
    expect((await find(servers, query))[0]).toBe(wanted);
  });

  test('what stands behind many letters counts, too', async () => {
    const query = `${'我今天要和朋友们一起出去玩所以想先知道'.repeat(3)}天气`;
    expect(await find(servers, query)).toEqual(['east/weather']);
  });
});

test('a word of the name outweighs many in a description', async () => {
  const [first] = await find(both, 'file');
  expect(first).toBe('files/read_file');
});

test('what names a server prefers its tools', async () => {
  const other = searchedServer('gitlab', [
    { name: 'create_issue', description: 'Open an issue in a repository' },
  ]);
  expect((await find([github, other], 'gitlab issue'))[0]).toBe('gitlab/create_issue');
  expect((await find([other, github], 'github issue'))[0]).toBe('github/create_issue');
});

test.each([
  'create_issue_comment',
  'createIssueComment',
  'github/create_issue_comment',
  'mcp_github_create_issue_comment',
  'use create_issue_comment on an issue, to create an issue',
])('an exact name comes first: %s', async (query) => {
  expect((await find(both, query))[0]).toBe('github/create_issue_comment');
});

test('a public name is known, too', async () => {
  expect((await find(both, 'dir_tree'))[0]).toBe('files/dir.tree');
});

test('equals stay in their order, as all do for an empty query', async () => {
  const twins = ['b', 'a', 'c'].map((name) => searchedServer(name, [{ name: 'read_page' }]));
  expect(await find(twins, 'page')).toEqual(['b/read_page', 'a/read_page', 'c/read_page']);
  expect(await find(both, ' ', 4)).toEqual([
    'github/create_issue',
    'github/create_issue_comment',
    'github/listPullRequests',
    'files/read_file',
  ]);
});

test('words that say nothing count only where there are no others', async () => {
  const [first] = await find(both, 'what can I do with an issue');
  expect(first).toBe('github/create_issue');
  expect(await find(both, 'zebra')).toEqual([]);
  expect(await find(both, '?!')).toEqual([]);
  expect(await find([searchedServer('x', [{ name: 'who_am_i' }])], 'who am I')).toHaveLength(1);
});

test('words of other scripts and with accents are found', async () => {
  const menu = searchedServer('menü', [{ name: 'café_öffnen' }, { name: 'メニュー' }]);
  expect(await find([menu], 'cafe')).toEqual(['menü/café_öffnen']);
  expect(await find([menu], 'メニュー')).toEqual(['menü/メニュー']);
});

test('malformed schemas and endless texts are read as far as they go', async () => {
  const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, {}]));
  const odd = searchedServer('odd', [
    { name: 'a', inputSchema: { properties: 'none', enum: [1], anyOf: {}, items: null } },
    { name: 'wide', description: 'word '.repeat(100_000), inputSchema: { properties } },
  ]);
  expect(await find([odd], 'wide')).toEqual(['odd/wide']);
});

test('a list is read once, and only that of a server which has another one', async () => {
  let read = 0;
  const watched = (name: string): Tool => ({
    name,
    get description() {
      read += 1;
      return 'A page';
    },
  });
  const one = searchedServer('one', [watched('first')]);
  const two = searchedServer('two', [watched('second')]);
  const search = new ToolSearch();
  await search.find([one, two], 'page', 9);
  expect(read).toBe(2);
  await search.find([one, two], 'page', 9);
  await search.find([two, one], 'second page', 9);
  expect(read).toBe(2);
  const changed = searchedServer('two', [watched('third')]);
  const found = await search.find([one, changed], 'page', 9);
  expect(found.map(({ tool }) => tool.name)).toEqual(['first', 'third']);
  expect(read).toBe(3);
  expect(await search.find([one], 'third', 9)).toEqual([]);
});

test('servers of which nothing is known are passed over', async () => {
  const unknown = { id: 'user/x', name: 'issue', modelCatalog: { peek: () => undefined } };
  expect(await find([unknown, github], 'issue', 1)).toEqual(['github/create_issue']);
  expect(await find([unknown], '')).toEqual([]);
});

test('a schema of 200,000 alternatives breaks no search, now or after the server is gone', async () => {
  const odd = searchedServer('odd', [
    { name: 'odd_one', inputSchema: { anyOf: Array.from({ length: 200_000 }, () => 0) } },
    { name: 'other_one' },
  ]);
  const search = new ToolSearch();
  const names = async (servers: readonly SearchedServer[], query: string): Promise<string[]> =>
    (await search.find(servers, query, 5)).map(({ tool }) => tool.name);
  expect(await names([odd, ...both], 'other one')).toContain('other_one');
  expect(await names(both, 'depth')).toEqual(['dir.tree']);
});
