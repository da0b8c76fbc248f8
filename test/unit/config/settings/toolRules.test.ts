import { describe, expect, test } from 'vitest';
import { ruleFor, serverRules, type RulesByLayer } from '../../../../src/config/settings/toolRules';

const github = { id: 'user/github', name: 'github' };
const rule = (layers: RulesByLayer, tool: string) =>
  ruleFor(serverRules(layers, github, false, new Set()), tool);
const effect = (layers: RulesByLayer, tool: string) => rule(layers, tool)?.effect;

describe('of the rules of one place', () => {
  const user = {
    '*': 'ask',
    'github/*': 'allow',
    'github/delete_*': 'deny',
    'github/delete_draft': 'allow',
    '*/get_secret': 'deny',
    'gitlab/*': 'deny',
    'github/odd': 'maybe',
  };
  test.each([
    ['list', 'allow', 'github/*'],
    ['odd', 'allow', 'github/*'],
    ['delete_repo', 'deny', 'github/delete_*'],
    ['delete_draft', 'allow', 'github/delete_draft'],
    ['get_secret', 'deny', '*/get_secret'],
  ])('the most exact counts for %s: %s', (tool, wanted, pattern) => {
    expect(rule({ user }, tool)).toMatchObject({ effect: wanted, pattern, layer: 'user' });
  });

  test('the stricter counts where two are as exact', () => {
    expect(effect({ user: { 'github/x?': 'allow', 'github/?x': 'deny' } }, 'xx')).toBe('deny');
    expect(effect({ user: { github: 'allow', GITHUB: 'ask' } }, 'x')).toBe('ask');
  });

  test('none may fit', () => {
    expect(effect({ user: { 'gitlab/*': 'deny' } }, 'x')).toBeUndefined();
    expect(effect({ user: 'deny', workspace: ['deny'], folder: null }, 'x')).toBeUndefined();
  });
});

describe('what allows a server allows no other that is named like its id', () => {
  test.each([
    ['user/github', 'folder:app/user/github', 'user/github', 'x'],
    ['user/github/x', 'folder:app/user/github', 'user/github', 'x'],
    ['user/github/x', 'folder:app/user', 'user', 'github/x'],
    ['cursor/github', 'folder:app/cursor/github', 'cursor/github', 'x'],
    ['folder:App/till', 'folder:app/till', 'till', 'x'],
    ['user/github/x', 'user/github/x', 'github/x', 'y'],
    ['cursor/github', 'folder:app/cursor', 'cursor', 'github'],
    ['continue (x.json)/github', 'workspace/continue (x.json)', 'continue (x.json)', 'github'],
  ])('%s and %s', (pattern, id, name, tool) => {
    const of = (said: string) =>
      ruleFor(serverRules({ choice: { [pattern]: said } }, { id, name }, false, known), tool);
    const known = new Set(['user/github', id]);
    expect(of('allow')).toBeUndefined();
    expect(of('deny')).toBeDefined();
  });

  test.each([
    ['user/github/x', 'user/github/x', 'github/x', 'y'],
    ['user/github/x/y', 'user/github/x', 'github/x', 'y'],
    ['io.github/foo', 'user/io.github/foo', 'io.github/foo', 'x'],
    ['gemini/ask', 'user/gemini', 'gemini', 'ask'],
    ['workspace/get_*', 'user/workspace', 'workspace', 'get_x'],
    ['remote/*', 'cursor/remote', 'remote', 'x'],
    ['user/x', 'continue (2)/user', 'user', 'x'],
    ['cursor/github', 'cursor/github', 'github', 'x'],
    ['cursor:app/github/x', 'cursor:app/github', 'github', 'x'],
    ['github/x', 'folder:app/github', 'github', 'x'],
  ])('%s allows %s', (pattern, id, name, tool) => {
    const rules = serverRules(
      { choice: { [pattern]: 'allow' } },
      { id, name },
      false,
      new Set([id]),
    );
    expect(ruleFor(rules, tool)).toMatchObject({ effect: 'allow' });
  });
});

describe('of several places', () => {
  test('a person’s nearest counts, also where it is less strict', () => {
    const layers = { user: { 'github/x': 'deny' }, choice: { github: 'ask' } };
    expect(rule(layers, 'x')).toMatchObject({ effect: 'ask', layer: 'choice' });
    expect(effect({ ...layers, session: { 'user/github/x': 'allow' } }, 'x')).toBe('allow');
  });

  test.each([
    ['deny', 'allow', 'deny'],
    ['allow', 'ask', 'ask'],
    ['allow', 'deny', 'deny'],
    ['ask', 'allow', 'ask'],
    [undefined, 'allow', undefined],
    [undefined, 'deny', 'deny'],
    ['allow', undefined, 'allow'],
  ])('a person says %s, the workspace %s: %s', (own, workspace, wanted) => {
    const layers = { session: { github: own }, workspace: { github: workspace } };
    expect(effect(layers, 'x')).toBe(wanted);
    expect(effect({ ...layers, workspace: {}, folder: { github: workspace } }, 'x')).toBe(wanted);
  });

  test('an exception of the workspace takes back only what the workspace says', () => {
    const workspace = { github: 'deny', 'github/get': 'allow' };
    expect(effect({ workspace }, 'get')).toBeUndefined();
    expect(effect({ workspace, folder: { '*': 'ask' } }, 'get')).toBe('ask');
    expect(effect({ workspace, user: { '*/get': 'deny' } }, 'get')).toBe('deny');
  });
});
