import type { Node } from 'jsonc-parser';
import type { Range } from '../definition';
import { LineTable } from '../settings/lineTable';
import type { ConfigDocument, Span, SyntaxFault } from './configDocument';

/** A node under construction. */
export interface TreeNode {
  type: Node['type'];
  value?: unknown;
  offset: number;
  length: number;
  parent?: TreeNode;
  children?: TreeNode[];
}

/** A tree that was made of another grammar than JSON. In a text with a fault nothing counts as whole. */
export class TreeDocument implements ConfigDocument {
  readonly #lines: LineTable;

  constructor(
    text: string,
    readonly root: Node | undefined,
    readonly faults: readonly SyntaxFault[],
  ) {
    this.#lines = new LineTable(text);
  }

  range(span: Span): Range {
    return this.#lines.range(span.offset, span.length);
  }

  isWhole(_node: Node): boolean {
    return this.faults.length === 0;
  }
}

/** An object or array with what stands in it. */
export function branch(type: 'object' | 'array', span: Span, children: TreeNode[]): TreeNode {
  const node: TreeNode = { type, offset: span.offset, length: span.length, children };
  for (const child of children) child.parent = node;
  return node;
}

/** A string, number, boolean or null; what JSON does not have, such as a date, counts as its text. */
export function leaf(span: Span, value: unknown, written: string): TreeNode {
  const plain = isPlain(value) ? value : written;
  const type = plain === null ? 'null' : (typeof plain as 'string' | 'number' | 'boolean');
  return { type, value: plain, offset: span.offset, length: span.length };
}

/** A property from its key to the end of its value. */
export function propertyOf(span: Span, key: TreeNode, value: TreeNode): TreeNode {
  const node: TreeNode = {
    type: 'property',
    offset: span.offset,
    length: span.length,
    children: [key, value],
  };
  key.parent = node;
  value.parent = node;
  return node;
}

/** The text without a byte order mark, which an editor does not count. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
