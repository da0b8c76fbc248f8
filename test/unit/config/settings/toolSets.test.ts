import { describe, expect, test } from 'vitest';
import {
  patternOf,
  toolGlobs,
  choose,
  isSelected,
  namedPatterns,
  readToolSets,
  setAt,
  usualSet,
  wholeSet,
} from '../../../../src/config/settings/toolSets';

const github = { id: 'user/github', name: 'github' };
const slashed = { id: 'folder:app/io.github/foo', name: 'io.github/foo' };

describe('a pattern', () => {
  test.each([
    ['github', ['*']],
    ['GitHub/create_*', ['create_*']],
    ['git*', ['*']],
    ['git*/x', ['x']],
    ['*', ['*']],
    ['*/delete_*', ['delete_*']],
    ['user/github', ['*']],
    ['user/github/a/b', ['a/b']],
    ['github/a/b', ['a/b']],
    ['gitlab/x', []],
    ['user/*', []],
    ['folder:app/github/x', []],
  ])('%s is at github: %j', (pattern, globs) => {
    expect(toolGlobs(pattern, github)).toEqual(globs);
  });

  test.each([
    ['io.github/foo', ['*']],
    ['io.github/foo/create', ['create']],
    ['*/foo', ['foo']],
    ['foo', []],
  ])('%s is at a name with a slash: %j', (pattern, globs) => {
    expect(toolGlobs(pattern, slashed)).toEqual(globs);
  });

  test('of a name with wildcards is not one for all', () => {
    expect(patternOf('user/x')).toBe('user/x');
    expect(patternOf('user/x', 'a*')).toBe('user/x/a?');
  });
});

describe('a set', () => {
  test.each<[string[], string, boolean]>([
    [['github'], 'get', true],
    [['gitlab'], 'get', false],
    [[], 'get', false],
    [['github/get_*'], 'get_issue', true],
    [['github/get_*'], 'put_issue', false],
    [['github', '!github/delete_*'], 'delete_issue', false],
    [['github', '!github/delete_*', 'github/delete_draft'], 'delete_draft', true],
    [['!github/delete_*'], 'get', true],
    [['!github/delete_*'], 'delete_x', false],
    [['github/!odd'], '!odd', true],
    [['github', '!github/!odd'], '!odd', false],
    [['github', '!github/!odd'], 'other', true],
  ])('%j has %s: %s', (set, tool, has) => {
    expect(isSelected(setAt(set, github), tool)).toBe(has);
  });

  test('of all tools says nothing', () => {
    expect(setAt(['*'], github)).toBeUndefined();
    expect(setAt(['github'], github)).toBeUndefined();
    expect(setAt(['!x'], github)).toBeUndefined();
  });

  test('is read from every layer, and what is none is left out', () => {
    const sets = readToolSets([
      { a: ['x'], b: ['y'], '': ['z'] },
      { b: ['w'], c: 'x', d: [1], e: [''] },
      undefined,
      [],
    ]);
    expect([...sets]).toEqual([
      ['a', ['x']],
      ['b', ['y']],
    ]);
  });

  test('of a workspace takes the place of none of a person', () => {
    expect(readToolSets([{ safe: ['a'] }, { safe: ['*'] }]).get('safe')).toEqual(['a']);
    expect(usualSet('mine', 'theirs')).toBe('mine');
    expect(usualSet('', 'theirs')).toBe('theirs');
    expect(usualSet(undefined, 3, '')).toBeUndefined();
  });
});

describe('choices of a person', () => {
  const set = ['github/get_*'];
  const has = (choices: readonly string[], tool: string): boolean =>
    isSelected(setAt([...wholeSet(set), ...choices], github), tool);

  test('add to a set and take from it, and take each other back', () => {
    let choices = choose(set, [], { server: github, tool: 'put' }, true);
    choices = choose(set, choices, { server: github, tool: 'get_x' }, false);
    expect(choices).toEqual(['user/github/put', '!user/github/get_x']);
    expect(['put', 'get_x', 'get_y'].map((tool) => has(choices, tool))).toEqual([
      true,
      false,
      true,
    ]);
    choices = choose(set, choices, { server: github, tool: 'put' }, false);
    choices = choose(set, choices, { server: github, tool: 'get_x' }, true);
    expect(choices).toEqual([]);
  });

  test('of a whole server replace those of its tools', () => {
    const other = ['!user/github2/x'];
    let choices = choose(set, [...other, 'user/github/put'], { server: github }, false);
    expect(choices).toEqual([...other, '!user/github']);
    choices = choose(set, choices, { server: github, tool: 'get_x' }, true);
    expect(['get_x', 'get_y'].map((tool) => has(choices, tool))).toEqual([true, false]);
    choices = choose(set, choices, { server: github }, true);
    expect(choices).toEqual([...other, 'user/github']);
    expect(has(choices, 'anything')).toBe(true);
  });
});

test('a saved set names servers by their names, unless two have the same', () => {
  const twins = [
    github,
    { id: 'user/files', name: 'files' },
    { id: 'folder:a/files', name: 'files' },
  ];
  const set = ['*', '!user/github', 'user/github/get', '!user/files/x', 'user/github2/x', 'a*'];
  expect(namedPatterns(set, twins)).toEqual([
    '*',
    '!github',
    'github/get',
    '!user/files/x',
    'user/github2/x',
    'a*',
  ]);
});
