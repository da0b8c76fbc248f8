import { describe, expect, test } from 'vitest';
import { PublicNames, publicNames, publicTool } from '../../../src/base/publicNames';

const namesOf = (...names: string[]): string[] => {
  const given = new PublicNames(names);
  return names.map((name) => given.of(name));
};

/** What VS Code makes of a server's and a tool's name (1.139, `McpTool`). */
function editorId(server: string, tool: string): string {
  const short = server
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.-]+/g, '_')
    .slice(0, 13);
  const valid = tool.replaceAll(/[^a-z0-9_-]/gi, '_');
  return `mcp_${short}_${valid}`.replaceAll('.', '_').slice(0, 64);
}

describe('public names', () => {
  test.each([
    ['create_issue', 'create_issue'],
    ['listPullRequests', 'listPullRequests'],
    ['get-sum', 'get-sum'],
    ['admin.tools.list', 'admin_tools_list'],
    ['repo/issues', 'repo_issues'],
    ['Search the web!', 'Search_the_web_'],
    ['größe', 'gro_e'],
    ['crème', 'creme'],
  ])('%s is %s', (name, wanted) => {
    expect(namesOf(name)).toEqual([wanted]);
  });

  test('a name without a readable character has a hash, always the same', () => {
    const [alone] = namesOf('日本');
    expect(alone).toMatch(/^tool_[0-9a-f]{6}$/);
    expect(namesOf('日本', '中国')[0]).toBe(alone);
    expect(new Set(namesOf('日本', '中国')).size).toBe(2);
  });

  test('of two that collide the valid one stays, and the other has a hash', () => {
    const [dotted, plain] = namesOf('a.b', 'a_b');
    expect(plain).toBe('a_b');
    expect(dotted).toMatch(/^a_b_[0-9a-f]{6}$/);
    expect(namesOf('a_b', 'a.b')).toEqual([plain, dotted]);
    const [first, second] = namesOf('a.b', 'a/b');
    expect(first).not.toBe(second);
    expect(namesOf('a/b', 'a.b', 'c')).toEqual([second, first, 'c']);
  });

  test('what looks like the name of another with its hash takes nothing from it', () => {
    const [, dotted = ''] = namesOf('a_b', 'a.b');
    const names = namesOf('a_b', 'a.b', dotted);
    expect(names[2]).toBe(dotted);
    expect(new Set(names).size).toBe(3);
  });

  test('long ones end in a hash and fit with what VS Code puts before them', () => {
    const long = 'x'.repeat(70);
    const other = `${'x'.repeat(70)}y`;
    const fits = 'f'.repeat(46);
    const names = namesOf(long, other, fits);
    expect(names[2]).toBe(fits);
    const ids = names.map((name) => editorId('a-server-of-a-long-name', name));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\w-]{1,64}$/);
    expect(ids.every((id, at) => id.endsWith(names[at] ?? '?'))).toBe(true);
  });

  test('another tool renames none but what it collides with', () => {
    const before = ['a.b', 'c d', 'z'.repeat(60), 'plain', '!'];
    const given = namesOf(...before);
    expect(namesOf('more', ...before, 'x'.repeat(60)).slice(1, 6)).toEqual(given);
  });

  test('lead back to the true ones', () => {
    const tools = [{ name: 'a.b' }, { name: 'a_b', title: 'Mine' }, { name: 'c d' }];
    const names = publicNames(tools);
    expect(publicNames(tools)).toBe(names);
    const given = tools.map((tool) => publicTool(tool, names));
    expect(given.map(({ name }) => names.rawOf(name))).toEqual(['a.b', 'a_b', 'c d']);
    expect(given.map(({ title }) => title)).toEqual(['a.b', 'Mine', 'c d']);
    expect(given[1]).toBe(tools[1]);
    expect([names.of('new.one'), names.rawOf('new.one')]).toEqual(['new.one', 'new.one']);
  });
});
