import { findNodeAtOffset, getNodePath, type Node } from 'jsonc-parser';
import type { Span } from '../read/configDocument';
import { editorVariables } from '../variables';
import type { ConfigTree } from './configTree';

/** A variable that may stand where a person types. */
export interface VariableCompletion {
  readonly kind: 'variable' | 'prefix' | 'input' | 'environment';
  /** The text between the braces; a prefix ends with a colon and wants a name behind it. */
  readonly text: string;
  /** The replaced text: from the dollar sign to the end of the variable. */
  readonly replace: Span;
}

/** The most used variables, shown first. */
const mostUsed = ['workspaceFolder', 'userHome', 'env:', 'input:'];

/**
 * The possible variables at an offset within `${…}` in the value of an entry. Names of environment variables come only
 * after `${env:`, because there are many.
 */
export function variableCompletions(
  tree: ConfigTree,
  offset: number,
  environment: readonly string[],
): readonly VariableCompletion[] {
  const node = tree.document.root && findNodeAtOffset(tree.document.root, offset, true);
  if (!node || !isEntryValue(tree, node)) return [];
  const typed = typedAt(tree.text, node, offset);
  if (typed === undefined) return [];
  const { text, replace } = typed;
  if (text.startsWith('env:')) {
    return environment.map((name) => ({ kind: 'environment', text: `env:${name}`, replace }));
  }
  const inputs = tree.inputs.map(
    ({ id }) => ({ kind: 'input', text: `input:${id}`, replace }) as const,
  );
  if (text.startsWith('input:')) return inputs;
  const known = [...new Set([...mostUsed, ...editorVariables])].map((name) => {
    const kind = name.endsWith(':') ? 'prefix' : 'variable';
    return { kind, text: name, replace } as const;
  });
  return [...inputs, ...known];
}

/** True if the node is a text somewhere in the value of an entry. */
function isEntryValue({ base }: ConfigTree, node: Node): boolean {
  if (node.type !== 'string') return false;
  const isKey = node.parent?.type === 'property' && node.parent.children?.[0] === node;
  const path = getNodePath(node);
  return !isKey && path.length > base.length + 2 && path[base.length] === 'servers';
}

/** The variable that is being typed: what stands behind `${`, or nothing behind a lone `$`. */
function typedAt(
  text: string,
  node: Node,
  offset: number,
): { readonly text: string; readonly replace: Span } | undefined {
  const before = text.slice(node.offset + 1, offset);
  const dollar = before.lastIndexOf('$');
  if (dollar === -1) return undefined;
  const [, opened, inner = ''] = /^\$(?:(\{)([^{}]*))?$/.exec(before.slice(dollar)) ?? [];
  if (opened === undefined && dollar !== before.length - 1) return undefined;
  const from = node.offset + 1 + dollar;
  const end = node.offset + node.length - 1;
  const [rest = ''] = /^(?:\{?[\w:./-]*\})?/.exec(text.slice(offset, end)) ?? [];
  return { text: inner, replace: { offset: from, length: offset - from + rest.length } };
}
