import type { Node } from 'jsonc-parser';
import type { Range } from '../definition';
import type { SyntaxErrorName } from './syntaxError';

/** A part of the text; offsets count UTF-16 units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** One syntax error. */
export interface SyntaxFault extends Span {
  readonly error: SyntaxErrorName;
}

/** The grammar that a configuration file is written in. */
export type DocumentSyntax = 'jsonc' | 'toml' | 'yaml';

/**
 * A configuration file as a tree, whatever its grammar. The nodes are those of `jsonc-parser`:
 * objects hold properties, a property holds its key and its value, `value` of the others is plain.
 */
export interface ConfigDocument {
  /** Absent where the text holds nothing but space and comments, or nothing readable. */
  readonly root: Node | undefined;
  /** One fault per cause, in the order of the text. */
  readonly faults: readonly SyntaxFault[];
  range(span: Span): Range;
  /** Whether the node was written to its end and without an error inside. */
  isWhole(node: Node): boolean;
}
