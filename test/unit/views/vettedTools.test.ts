import { expect, test } from 'vitest';
import type { Vetted } from '../../../src/contract/state';
import type { TreeNode } from '../../../src/views/treeNodes';
import { heldText, instructionNodes, reviewLine, vettedNode } from '../../../src/views/vettedTools';

const vetted: Vetted = {
  held: ['echo', 'add'],
  fresh: ['later'],
  flagged: { echo: [{ kind: 'secrecy', where: '/description', excerpt: 'do not tell' }] },
};
const node: TreeNode = {
  id: 'tool x',
  label: 'echo',
  description: 'Echo',
  tooltip: 'Says it back',
  icon: { id: 'tools' },
  context: 'tool on',
  children: [],
};

test('a server says how many of its tools are held back, and what there is to look at', () => {
  expect(heldText({ vetted })).toBe('2 held back');
  expect(heldText({ vetted: { ...vetted, held: [] } })).toBeUndefined();
  expect(reviewLine(vetted)).toBe(
    '2 tools are kept from chat until you have seen what changed · 1 new tool',
  );
  expect(reviewLine({ ...vetted, held: [], fresh: [] })).toBeUndefined();
  expect(reviewLine(undefined)).toBeUndefined();
});

test('a tool says why, and what was found in it', () => {
  expect(vettedNode(node, 'echo', vetted)).toMatchObject({
    description: 'held back · looks suspicious · Echo',
    tooltip: expect.stringMatching(/do not tell[^]*Says it back/) as string,
    icon: { id: 'warning' },
    context: 'tool on review',
  });
  expect(vettedNode(node, 'later', vetted)).toMatchObject({
    description: 'new · Echo',
    icon: { id: 'tools' },
    context: 'tool on review',
  });
  expect(vettedNode(node, 'other', vetted)).toBe(node);
  expect(vettedNode(node, 'other', undefined)).toBe(node);
  // A name that every object knows.
  expect(vettedNode(node, 'constructor', vetted)).toBe(node);
});

test('suspicious instructions of a server have a line of their own', () => {
  const instructions = [{ kind: 'override' as const, where: '', excerpt: 'ignore all' }];
  expect(instructionNodes('x', { ...vetted, instructions })).toMatchObject([
    { tooltip: 'other instructions are to be ignored: ignore all' },
  ]);
  expect(instructionNodes('x', vetted)).toEqual([]);
});
