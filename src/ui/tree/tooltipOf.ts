import type { TreeNode } from './treeNodes';

/** The tooltip of a line; made now where it is made late. */
export function tooltipOf({ tooltip }: Pick<TreeNode, 'tooltip'>): string | undefined {
  return typeof tooltip === 'function' ? tooltip() : tooltip;
}
