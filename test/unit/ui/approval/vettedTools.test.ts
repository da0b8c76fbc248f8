import { expect, test } from 'vitest';
import type { Vetted } from '../../../../src/ipc/state';
import type { TreeNode } from '../../../../src/ui/tree/treeNode';
import {
  flaggedNode,
  heldText,
  reviewLine,
  vettedNode,
  vettedNotes,
} from '../../../../src/ui/approval/vettedTools';

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
  expect(vettedNotes('x', { ...vetted, instructions })).toMatchObject([
    { tooltip: 'other instructions are to be ignored: ignore all' },
  ]);
  expect(vettedNotes('x', vetted)).toEqual([]);
});

test('a prompt or a resource with a trick shows it', () => {
  const findings = {
    greet: [{ kind: 'secrecy' as const, where: '/description', excerpt: 'hush' }],
  };
  const flagged = flaggedNode(node, 'greet', findings);
  expect(flagged).toMatchObject({ icon: { id: 'warning' }, image: undefined });
  expect(flagged.description).toMatch(/^looks suspicious/);
  expect(flagged.tooltip).toContain('something is to be kept from you (description): hush');
  expect(flaggedNode(node, 'constructor', findings)).toBe(node);
  expect(flaggedNode(node, 'greet', undefined)).toBe(node);
});

test('what is in the way of knowing what was seen has a line with what to do', () => {
  const pinsProblem = { code: 'pinsUnread', args: { message: 'EIO' } };
  const [line] = vettedNotes('x', { ...vetted, pinsProblem });
  expect(line?.tooltip).toContain('EIO');
  expect(line?.tooltip).toContain('storage of the extension');
});
