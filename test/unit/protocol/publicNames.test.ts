import { describe, expect, test } from 'vitest';
import { Seeded } from '../../support/seeded';
import { publicName, publicTool, rawName } from '../../../src/protocol/publicNames';

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
    ['admin.tools.list', 'admin--tools--list'],
    ['a_.b-c', 'a_--b-c'],
    ['browser--tabs-', 'browser--tabs-'],
  ])('%s is %s', (name, wanted) => {
    expect(publicName(name)).toBe(wanted);
  });

  test.each([
    ['repo/issues', 'repo_issues'],
    ['Search the web!', 'Search_the_web_'],
    ['größe', 'gro_e'],
    ['crème', 'creme'],
    ['a_.', 'a__'],
    ['..', 'tool'],
    ['日本', 'tool'],
    ['', 'tool'],
  ])('%s is %s with a hash', (name, stem) => {
    const given = publicName(name);
    expect(given).toMatch(/_[0-9a-f]{16}$/);
    expect(given.slice(0, -17)).toBe(stem);
  });

  test('what looks like the name that another was given is given one, too', () => {
    for (const name of ['a/b', 'a.b', 'x'.repeat(50)].map(publicName))
      expect(publicName(name)).not.toBe(name);
  });

  test('no tool that comes later takes a name from another, or changes it', () => {
    const random = new Seeded(7);
    const parts = ['a', 'b', '_', '-', '--', '.', '/', ' ', 'é', '日', 'x'.repeat(44)];
    const made = (): string =>
      Array.from({ length: 1 + random.below(6) }, () => random.pick(parts)).join('');
    const owners = new Map<string, string>();
    const wrong: string[] = [];
    let names: string[] = [];
    for (let round = 0; round < 3_000; round++) {
      // Or the very name that another has.
      const next = random.once(3) ? publicName(random.pick(['a', ...names])) : made();
      names = [...names.slice(-8), next];
      const tools = names.map((name) => ({ name }));
      for (const name of names) {
        const shown = publicName(name);
        const isOwn = (owners.get(shown) ?? name) === name && rawName(tools, shown) === name;
        if (!isOwn || !/^[\w-]{1,46}$/.test(shown)) wrong.push(name);
        owners.set(shown, name);
      }
    }
    expect(wrong).toEqual([]);
    expect(owners.size).toBeGreaterThan(1_000);
  });

  test('long ones end in a hash and fit with what VS Code puts before them', () => {
    const long = 'x'.repeat(70);
    const other = `${'x'.repeat(70)}y`;
    const fits = 'f'.repeat(46);
    const names = [long, other, fits].map(publicName);
    expect(names[2]).toBe(fits);
    const ids = names.map((name) => editorId('a-server-of-a-long-name', name));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\w-]{1,64}$/);
    expect(ids.every((id, at) => id.endsWith(names[at] ?? '?'))).toBe(true);
  });

  test('lead back to the true ones', () => {
    const tools = [{ name: 'a.b' }, { name: 'a_b', title: 'Mine' }, { name: 'c d' }];
    const given = tools.map((tool) => publicTool(tool));
    expect(given.map(({ name }) => rawName(tools, name))).toEqual(['a.b', 'a_b', 'c d']);
    expect(given.map(({ title }) => title)).toEqual(['a.b', 'Mine', 'c d']);
    expect(given[1]).toBe(tools[1]);
    expect(rawName(tools, 'new.one')).toBe('new.one');
  });
});
