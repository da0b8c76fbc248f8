import { createScanner, type Node } from 'jsonc-parser';
import {
  branch,
  ConfigDocument,
  leaf,
  withoutMark,
  type JsonError,
  type SyntaxFault,
  type TreeNode,
} from './configDocument';

/** JSON with comments and trailing commas, read as far as it can be read. */
export class JsoncDocument extends ConfigDocument {
  constructor(source: string) {
    const text = withoutMark(source);
    const { root, errors, broken } = read(text);
    super(text, root, firstFaults(text, errors), broken);
  }
}

function read(text: string): TolerantTree {
  try {
    return new TolerantReader(text).read();
  } catch (error) {
    // The reader is recursive: thousands of nested brackets exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    const fault = { error: 'TooDeep', offset: 0, length: 1 } as const;
    return { root: undefined, errors: [fault], broken: new Set() };
  }
}

/** Leaves out errors that follow from another one. After an error the parser is out of step until the next comma. */
function firstFaults(text: string, errors: readonly SyntaxFault[]): readonly SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  let previous: number | undefined;
  for (const fault of errors) {
    const { offset } = fault;
    if (previous === undefined || text.slice(previous, offset).includes(',')) {
      faults.push(fault);
    }
    previous = offset;
  }
  return faults;
}

/** The kinds of tokens of `jsonc-parser`'s scanner, whose own enum is ambient and cannot be used here. */
export const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  trivia: 15,
  unknown: 16,
  end: 17,
} as const;
const constants = new Map<number, null | boolean>([
  [7, null],
  [8, true],
  [9, false],
]);
const scanErrors: readonly (JsonError | undefined)[] = [
  undefined,
  'UnexpectedEndOfComment',
  'UnexpectedEndOfString',
  'UnexpectedEndOfNumber',
  'InvalidUnicode',
  'InvalidEscapeCharacter',
  'InvalidCharacter',
];

/** The readable part of a faulty text. */
interface TolerantTree {
  readonly root: Node | undefined;
  readonly errors: readonly SyntaxFault[];
  /** The nodes that have an error inside, or that are not written to their end. */
  readonly broken: ReadonlySet<Node>;
}

/**
 * Reads JSON with comments by its brackets. Each pair is read or skipped on its own, so that a mistake does not affect
 * its neighbours. Errors have the names of `jsonc-parser`, whose own recovery miscounts brackets.
 */
class TolerantReader {
  readonly #scanner;
  readonly #errors: SyntaxFault[] = [];
  readonly #broken = new Set<Node>();
  /** The containers and properties being read; the last one is the innermost. */
  readonly #inside: TreeNode[] = [];
  /** The number of open brackets by the kind that closes them. */
  readonly #open = new Map<number, number>([
    [token.closeBrace, 0],
    [token.closeBracket, 0],
  ]);
  /** The kind of the next token, once it was looked at. */
  #next: number | undefined;
  /** The end of the last token that was taken. */
  #end = 0;

  constructor(text: string) {
    this.#scanner = createScanner(text, false);
  }

  read(): TolerantTree {
    const root = this.#value();
    if (root === undefined && this.#peek() !== token.end) this.#fail('ValueExpected');
    else if (this.#peek() !== token.end) this.#fail('EndOfFileExpected');
    return { root, errors: this.#errors, broken: this.#broken };
  }

  /** Looks at the next token. An invalid token is an error of the current node. */
  #peek(): number {
    if (this.#next !== undefined) return this.#next;
    for (;;) {
      const kind: number = this.#scanner.scan();
      const error = scanErrors[this.#scanner.getTokenError()];
      if (error !== undefined) this.#fail(error);
      if (kind === token.unknown) this.#fail('InvalidSymbol');
      else if (kind < token.lineComment || kind === token.end) return (this.#next = kind);
    }
  }

  #take(): void {
    this.#next = undefined;
    this.#end = this.#scanner.getTokenOffset() + this.#scanner.getTokenLength();
  }

  #fail(error: JsonError): void {
    const offset = this.#scanner.getTokenOffset();
    this.#errors.push({ error, offset, length: this.#scanner.getTokenLength() });
    const node = this.#inside.at(-1);
    if (node) this.#broken.add(node);
  }

  /** Reads `node` to its end. An error inside it is also one inside its parents. */
  #within<T extends TreeNode>(node: T, read: () => void): T {
    this.#inside.push(node);
    read();
    this.#inside.pop();
    node.length = this.#end - node.offset;
    const around = this.#inside.at(-1);
    if (around && this.#broken.has(node)) this.#broken.add(around);
    return node;
  }

  #value(): TreeNode | undefined {
    const kind = this.#peek();
    const offset = this.#scanner.getTokenOffset();
    if (kind === token.openBrace) return this.#container('object', token.closeBrace, offset);
    if (kind === token.openBracket) return this.#container('array', token.closeBracket, offset);
    const isLeaf = kind === token.string || kind === token.number || constants.has(kind);
    return isLeaf ? this.#leaf(kind, offset) : undefined;
  }

  #leaf(kind: number, offset: number): TreeNode {
    const written = this.#scanner.getTokenValue();
    const error: number = this.#scanner.getTokenError();
    this.#take();
    const plain = kind === token.number ? Number(written) : (constants.get(kind) ?? null);
    const value = kind === token.string ? written : plain;
    const node = leaf({ offset, length: this.#end - offset }, value, written);
    if (error !== 0) this.#broken.add(node);
    return node;
  }

  #container(type: 'object' | 'array', closing: number, offset: number): TreeNode {
    const node = branch(type, { offset, length: 0 }, []);
    this.#take();
    const open = this.#open.get(closing) ?? 0;
    this.#open.set(closing, open + 1);
    this.#within(node, () => this.#members(node, closing));
    this.#open.set(closing, open);
    return node;
  }

  /** Reads up to the closing bracket, or to one that closes something around. */
  #members(node: TreeNode, closing: number): void {
    let needsComma = false;
    for (;;) {
      const kind = this.#peek();
      if (kind === closing) return this.#take();
      const other = kind === token.closeBrace || kind === token.closeBracket;
      if (kind === token.end || (other && this.#closesAround(kind))) {
        this.#fail(closing === token.closeBrace ? 'CloseBraceExpected' : 'CloseBracketExpected');
        return;
      }
      if (kind === token.comma) {
        if (!needsComma) this.#fail('ValueExpected');
        this.#take();
        needsComma = false;
        continue;
      }
      if (needsComma) this.#fail('CommaExpected');
      const child = node.type === 'object' ? this.#property() : this.#value();
      if (child) {
        child.parent = node;
        node.children?.push(child);
      } else {
        // A missing comma is reported already.
        if (!needsComma)
          this.#fail(node.type === 'object' ? 'PropertyNameExpected' : 'ValueExpected');
        this.#skip();
      }
      needsComma = true;
    }
  }

  #property(): TreeNode | undefined {
    if (this.#peek() !== token.string) return undefined;
    const offset = this.#scanner.getTokenOffset();
    const children: TreeNode[] = [];
    const property: TreeNode = { type: 'property', offset, length: 0, children };
    return this.#within(property, () => {
      const add = (child: TreeNode): void => {
        child.parent = property;
        children.push(child);
      };
      const key = this.#leaf(token.string, offset);
      if (this.#broken.has(key)) this.#broken.add(property);
      add(key);
      if (this.#peek() !== token.colon) return this.#giveUp('ColonExpected');
      this.#take();
      const value = this.#value();
      if (!value) return this.#giveUp('ValueExpected');
      if (this.#broken.has(value)) this.#broken.add(property);
      add(value);
    });
  }

  #giveUp(error: JsonError): void {
    this.#fail(error);
    this.#skip();
  }

  #closesAround(kind: number): boolean {
    return (this.#open.get(kind) ?? 0) > 0;
  }

  /** Goes on to the next comma or closing bracket on this level, over pairs of brackets. */
  #skip(): void {
    const closings: number[] = [];
    const open = new Map<number, number>();
    const count = (kind: number, by: number): number => {
      const now = (open.get(kind) ?? 0) + by;
      open.set(kind, now);
      return now;
    };
    for (;;) {
      const kind = this.#peek();
      if (kind === token.end || (kind === token.comma && closings.length === 0)) return;
      if (kind === token.openBrace || kind === token.openBracket) {
        closings.push(kind + 1);
        count(kind + 1, 1);
      } else if (kind === token.closeBrace || kind === token.closeBracket) {
        if (count(kind, 0) === 0 && this.#closesAround(kind)) return;
        // Closes what was opened last of its kind, and all that was left open in there.
        for (let found = count(kind, 0) === 0; !found;) {
          const closing = closings.pop() ?? kind;
          count(closing, -1);
          found = closing === kind;
        }
      }
      this.#take();
    }
  }
}
