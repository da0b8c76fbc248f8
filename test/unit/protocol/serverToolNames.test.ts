import { expect, test } from 'vitest';
import { ServerToolNames } from '../../../src/protocol/serverToolNames';

function server(id: string, name: string, ...items: string[]) {
  return { id, name, items: items.map((item) => ({ name: item })) };
}

test('a name tells the server, and leads back to it and to the raw name', () => {
  const names = new ServerToolNames([
    server('user/github', 'github', 'create_issue', 'repo/list'),
    server('user/My Files!', 'My Files!', 'read'),
  ]);
  expect(names.of('user/github', 'create_issue')).toBe('github_create_issue');
  expect(names.of('user/My Files!', 'read')).toBe('My_Files_read');
  const odd = names.of('user/github', 'repo/list') ?? '';
  expect(odd).toMatch(/^github_repo_list_[0-9a-f]{16}$/);
  expect(names.resolve(odd)).toEqual({ server: 'user/github', item: 'repo/list' });
  expect(names.of('user/github', 'none')).toBeUndefined();
  expect(names.resolve('github_none')).toBeUndefined();
});

test('every name fits, however long what it is made of', () => {
  const long = Array.from({ length: 50 }, (_, at) => `${'x'.repeat(60)}${at}`);
  const names = new ServerToolNames([server('user/a', 'a server with a very long name', ...long)]);
  const given = long.map((item) => names.of('user/a', item) ?? '');
  expect(new Set(given).size).toBe(long.length);
  for (const name of given) expect(name).toMatch(/^[\w-]{1,46}$/);
});

test('where two would have one name neither has it, so that nothing new takes one over', () => {
  const before = new ServerToolNames([server('user/a', 'a', 'b_c')]);
  const both = new ServerToolNames([server('user/a', 'a', 'b_c'), server('user/a_b', 'a_b', 'c')]);
  expect(before.of('user/a', 'b_c')).toBe('a_b_c');
  expect(both.resolve('a_b_c')).toBeUndefined();
  expect(both.of('user/a', 'b_c')).toMatch(/^a_b_c_[0-9a-f]{16}$/);
  expect(both.of('user/a', 'b_c')).not.toBe(both.of('user/a_b', 'c'));
});

test('no tool has the name that was made for another', () => {
  const two = [server('user/a', 'a', 'b'), server('user/a!', 'a!', 'b')];
  const made = new ServerToolNames(two).of('user/a', 'b') ?? '';
  expect(made).toMatch(/^a_b_[0-9a-f]{16}$/);
  const hash = made.slice('a_b_'.length);
  const names = new ServerToolNames([...two, server('user/a_b', 'a_b', hash)]);
  expect(names.resolve(made)).toEqual({ server: 'user/a', item: 'b' });
  const other = names.of('user/a_b', hash) ?? '';
  expect(other).not.toBe(made);
  expect(names.resolve(other)).toEqual({ server: 'user/a_b', item: hash });
});

test('servers of one name are told apart by their ids', () => {
  const names = new ServerToolNames([
    server('user/git', 'git', 'log'),
    server('folder:app/git', 'git', 'log', 'blame'),
  ]);
  expect(names.resolve(names.of('user/git', 'log') ?? '')?.server).toBe('user/git');
  expect(names.resolve(names.of('folder:app/git', 'log') ?? '')?.server).toBe('folder:app/git');
  expect(names.of('folder:app/git', 'blame')).toBe('git_blame');
});
