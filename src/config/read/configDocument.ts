import type { Node, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'toml-eslint-parser';
import type { ErrorCode } from 'yaml';
import type { Range } from '../definition';

/** A part of the text; offsets count UTF-16 units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** One syntax error. */
export interface SyntaxFault extends Span {
  readonly error: SyntaxErrorName;
}

/** Names of syntax errors in JSON, as `jsonc-parser` gives them. */
export type JsonError = Exclude<ReturnType<typeof printParseErrorCode>, '<unknown ParseErrorCode>'>;

/** Names of syntax errors in TOML, as `toml-eslint-parser` gives them. */
export type TomlError = ConstructorParameters<typeof ParseError>[0];

/** Names of syntax errors in YAML, as `yaml` gives them. */
export type YamlError = ErrorCode;

/** Names of what our own readers refuse. */
export type ReaderError =
  | 'TooDeep'
  | 'UnresolvedAlias'
  | 'CircularAlias'
  | 'TooManyAliases'
  /** A fault that the parser gives no known name to. */
  | 'Unreadable';

/**
 * Names of syntax errors of all grammars. `ui/editing/problemTexts.ts` has a sentence for each, so that no name
 * reaches a person.
 */
export type SyntaxErrorName = JsonError | TomlError | YamlError | ReaderError;

/** Turns offsets of one text into lines and characters, as the editor counts them. */
export class LineTable {
  /** Offset at which each line starts. */
  readonly #starts: number[] = [0];

  constructor(private readonly text: string) {
    for (const match of text.matchAll(/\r\n|\r|\n/g)) {
      this.#starts.push(match.index + match[0].length);
    }
  }

  range(offset: number, length: number): Range {
    const startLine = this.#line(offset);
    const endLine = this.#line(offset + length);
    return {
      startLine,
      startCharacter: offset - this.#start(startLine),
      endLine,
      endCharacter: offset + length - this.#start(endLine),
    };
  }

  /** The offset of a line and character; the end of the text for a line that it does not have. */
  offset(line: number, character: number): number {
    const { length } = this.text;
    return Math.min(length, (this.#starts[line] ?? length) + character);
  }

  #start(line: number): number {
    return this.#starts[line] ?? 0;
  }

  /** The last line that starts at or before `offset`. */
  #line(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** A node under construction. */
export interface TreeNode {
  type: Node['type'];
  value?: unknown;
  offset: number;
  length: number;
  parent?: TreeNode;
  children?: TreeNode[];
}

/**
 * A configuration file as a tree with exact offsets. JSONC, TOML and YAML give the same tree, so that readers and
 * problems know one shape. The nodes are those of `jsonc-parser`: an object has properties, a property has a key and
 * a value. Other nodes have a plain `value`.
 */
export class ConfigDocument {
  readonly #lines: LineTable;

  /**
   * `root`: absent where the text holds nothing but space and comments, or nothing readable. `faults`: one per cause, in
   * the order of the text. `broken`: the nodes that have an error inside, or that break off; absent: all, if there is a
   * fault.
   */
  constructor(
    private readonly text: string,
    readonly root: Node | undefined,
    readonly faults: readonly SyntaxFault[],
    private readonly broken?: ReadonlySet<Node>,
  ) {
    this.#lines = new LineTable(text);
  }

  range(span: Span): Range {
    return this.#lines.range(span.offset, span.length);
  }

  /** The span of a range. */
  span({ startLine, startCharacter, endLine, endCharacter }: Range): Span {
    const offset = this.#lines.offset(startLine, startCharacter);
    return { offset, length: this.#lines.offset(endLine, endCharacter) - offset };
  }

  /** The text of a part. */
  source({ offset, length }: Span): string {
    return this.text.slice(offset, offset + length);
  }

  /** True if the node is written to its end and without an error inside. */
  isWhole(node: Node): boolean {
    return this.broken ? !this.broken.has(node) : this.faults.length === 0;
  }
}

/** An object or array with what stands in it. */
export function branch(type: 'object' | 'array', span: Span, children: TreeNode[]): TreeNode {
  const node: TreeNode = { type, offset: span.offset, length: span.length, children };
  for (const child of children) child.parent = node;
  return node;
}

/** A string, number, boolean or null. Values that JSON lacks, such as dates, count as their text. */
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
