import { expect, test } from 'vitest';
import { treeChanges } from '../../../../src/ui/tree/treeNode';
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
