import type { TreeNode } from './treeNodes';

/**
 * The topmost nodes, by id, that must be shown anew with everything below them; `all` where what
 * stands at the top is not the same any more.
 */
export function treeChanges(
  before: readonly TreeNode[],
  after: readonly TreeNode[],
): readonly string[] | 'all' {
  if (!sameIds(before, after)) return 'all';
  return after.flatMap((node, at) => changesOf(before[at], node));
}

/** Most lines are the very same object, see `catalogNodes`. */
function changesOf(before: TreeNode | undefined, after: TreeNode): readonly string[] {
  if (before === after) return [];
  if (!before || !sameLine(before, after) || !sameIds(before.children, after.children)) {
    return [after.id];
  }
  return after.children.flatMap((child, at) => changesOf(before.children[at], child));
}

function sameIds(some: readonly TreeNode[], others: readonly TreeNode[]): boolean {
  return some.length === others.length && some.every(({ id }, at) => id === others[at]?.id);
}

/** Images are long, and mostly the very same text. */
function sameLine(one: TreeNode, other: TreeNode): boolean {
  const isSame = one.image?.light === other.image?.light && one.image?.dark === other.image?.dark;
  return isSame && withoutImage(one) === withoutImage(other);
}

function withoutImage(node: TreeNode): string {
  return JSON.stringify({ ...node, children: [], image: undefined });
}
