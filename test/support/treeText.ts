import type { TreeNode } from '../../src/ui/tree/treeNode';

/** The tree as indented text: icon, label, description, and the click in angle brackets. */
export function treeText(nodes: readonly TreeNode[], indent = ''): string {
  return nodes
    .map((node) => {
      const box = node.checkbox && (node.checkbox === 'on' ? '[x]' : '[ ]');
      const parts = [box, node.icon && `[${node.icon.id}]`, node.label];
      if (node.description) parts.push(`(${node.description})`);
      // A click on every server opens its page.
      if (node.click && node.click.command !== 'openServer') parts.push(`<${node.click.command}>`);
      const line = `${indent}${parts.filter(Boolean).join(' ')}\n`;
      return line + treeText(node.children ?? [], `${indent}  `);
    })
    .join('');
}
