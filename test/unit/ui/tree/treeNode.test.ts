import { expect, test } from 'vitest';
import { spokenText, treeChanges } from '../../../../src/ui/tree/treeNode';
import type { TreeNode } from '../../../../src/ui/tree/treeNode';

function node(id: string, children: readonly TreeNode[] = [], label = id): TreeNode {
  return { id, label, context: '', children };
}

const till = node('till', [node('add'), node('sum')]);
const before = [node('shop', [till, node('scale')]), node('user', [node('diary')])];

test('what is the same is not shown anew', () => {
  expect(treeChanges(before, structuredClone(before))).toEqual([]);
});

test.each<[string, readonly TreeNode[], readonly string[] | 'all']>([
  ['a line', [node('shop', [node('till', till.children, 'TILL'), node('scale')])], ['till']],
  [
    'a line far below',
    [node('shop', [node('till', [node('add', [], '+'), node('sum')]), node('scale')])],
    ['add'],
  ],
  [
    'what stands below a line',
    [node('shop', [node('till', [node('add')]), node('scale')])],
    ['till'],
  ],
  ['the order', [node('shop', [node('scale'), till])], ['shop']],
  [
    'several',
    [node('shop', [till, node('scale')], 'SHOP'), node('user', [node('book')])],
    ['shop', 'user'],
  ],
  ['a new source', [...before, node('remote')], 'all'],
])('%s that changed is', (_what, changed, expected) => {
  const after = changed.length > 1 ? changed : [...changed, ...before.slice(1)];
  expect(treeChanges(before, after)).toEqual(expected);
});

test.each<[string, Parameters<typeof spokenText>[0], string]>([
  ['its name', { label: 'echo' }, 'echo'],
  [
    'all that it shows and its tooltip',
    { label: '~/.cursor/mcp.json', description: 'Cursor', tooltip: '/home/a/.cursor/mcp.json' },
    '~/.cursor/mcp.json, Cursor, /home/a/.cursor/mcp.json',
  ],
  [
    'a description once that the tooltip goes on with',
    { label: 'greet', description: 'Greets', tooltip: 'Greets\nby name' },
    'greet, Greets\nby name',
  ],
  [
    'a name once that the tooltip repeats',
    { label: 'greet', description: 'off', tooltip: 'greet' },
    'greet, off',
  ],
  [
    'no tooltip that is made only for the mouse',
    { label: 'echo', description: 'asks', tooltip: () => 'Echoes' },
    'echo, asks',
  ],
])('screen readers say of a line %s', (_what, node, expected) => {
  expect(spokenText(node)).toBe(expected);
});
