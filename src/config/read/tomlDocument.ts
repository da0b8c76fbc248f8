import { ParseError, parseTOML, type AST } from 'toml-eslint-parser';
import {
  type Span,
  type SyntaxFault,
  type SyntaxErrorName,
  type TomlError,
  branch,
  leaf,
  propertyOf,
  ConfigDocument,
  withoutMark,
  type TreeNode,
} from './configDocument';

/**
 * Reads TOML 1.1 as the tree of the equivalent JSON. Tables under headers, dotted keys and inline tables become
 * objects. The parser stops at the first fault, and then there is no tree.
 */
export function readToml(source: string): ConfigDocument {
  const text = withoutMark(source);
  try {
    return new ConfigDocument(text, new TomlTree(text).root, []);
  } catch (error) {
    return new ConfigDocument(text, undefined, [faultOf(error, text)]);
  }
}

/**
 * The syntax tree of a TOML text.
 * @throws ParseError where the text is faulty, RangeError where it exhausts the stack.
 */
export function parseToml(text: string): AST.TOMLTopLevelTable {
  return parseTOML(text, { tomlVersion: '1.1' }).body[0];
}

/** The parts of a key as text. */
export function keyNames({ keys }: AST.TOMLKey): readonly string[] {
  return keys.map(nameOf);
}

function faultOf(error: unknown, text: string): SyntaxFault {
  if (error instanceof ParseError) {
    const offset = Math.min(error.index, text.length);
    return { error: tomlError(error), offset, length: offset < text.length ? 1 : 0 };
  }
  // The parser is recursive, and takes the characters of a string as arguments of one call.
  if (error instanceof RangeError) return { error: 'TooDeep', offset: 0, length: 1 };
  throw error;
}

/** The name of an error, found by its message, because the parser gives only that. Inserted values do not matter. */
export function tomlError({ message }: ParseError): SyntaxErrorName {
  const isOf = (name: TomlError): boolean => {
    const [start = '', end = ''] = new ParseError(name, 0, 1, 0).message.split(/\{\{\w+\}\}/);
    return message.startsWith(start) && message.endsWith(end);
  };
  return tomlErrors.find(isOf) ?? 'Unreadable';
}

/** In the order of search: the last message begins like another one. */
const tomlErrors = typedKeys({
  'unterminated-string': true,
  'unterminated-table-key': true,
  'unterminated-array': true,
  'unterminated-inline-table': true,
  'missing-key': true,
  'missing-newline': true,
  'missing-equals-sign': true,
  'missing-value': true,
  'missing-comma': true,
  'dupe-keys': true,
  'unexpected-char': true,
  'unexpected-token': true,
  'invalid-control-character': true,
  'invalid-comment-character': true,
  'invalid-key-value-newline': true,
  'invalid-inline-table-newline': true,
  'invalid-underscore': true,
  'invalid-space': true,
  'invalid-three-quotes': true,
  'invalid-date': true,
  'invalid-time': true,
  'invalid-leading-zero': true,
  'invalid-trailing-comma-in-inline-table': true,
  'invalid-char-in-escape-sequence': true,
  'invalid-consecutive-dots-in-key': true,
  'invalid-trailing-dot-in-key': true,
  'invalid-leading-dot-in-key': true,
  'invalid-code-point': true,
} satisfies Readonly<Record<TomlError, true>>);

function typedKeys<K extends string>(record: Readonly<Record<K, true>>): readonly K[] {
  // The keys are those of the type: what is given is written out above.
  return Object.keys(record) as K[];
}

type Key = AST.TOMLBare | AST.TOMLQuoted;

/** Builds the tree in the order of the text. */
class TomlTree {
  readonly root: TreeNode;
  readonly #byName = new Map<TreeNode, Map<string, TreeNode>>();
  /** The end of the statement before the current one. */
  #before = 0;

  constructor(private readonly text: string) {
    this.root = branch('object', { offset: 0, length: text.length }, []);
    for (const statement of parseToml(text).body) {
      if (statement.type === 'TOMLTable') this.#table(statement);
      else this.#keyValue(this.root, statement);
      this.#before = statement.range[1];
    }
  }

  #table(table: AST.TOMLTable): void {
    const span = spanOf(table);
    const keys = table.key.keys;
    const last = keys.at(-1);
    if (last === undefined) return;
    const holder = this.#objectAt(this.root, keys.slice(0, -1), span);
    const object =
      table.kind === 'array'
        ? this.#element(holder, last, span)
        : this.#objectAt(holder, [last], span);
    for (const statement of table.body) {
      this.#keyValue(object, statement);
      this.#before = statement.range[1];
    }
  }

  /** A new last element of the array of tables under `key`. */
  #element(holder: TreeNode, key: Key, span: Span): TreeNode {
    const array = this.#valueAt(holder, key, span, () => branch('array', span, []));
    const element = branch('object', span, []);
    element.parent = array;
    array.children?.push(element);
    return element;
  }

  #keyValue(holder: TreeNode, { key, value, range }: AST.TOMLKeyValue): void {
    const span = { offset: range[0], length: range[1] - range[0] };
    const last = key.keys.at(-1);
    if (last === undefined) return;
    const object = this.#objectAt(holder, key.keys.slice(0, -1), span);
    this.#valueAt(object, last, span, () => this.#value(value));
  }

  /** The object that the keys lead to from `holder`, made where it is not there yet. */
  #objectAt(holder: TreeNode, keys: readonly Key[], span: Span): TreeNode {
    let object = holder;
    for (const key of keys) {
      const value = this.#valueAt(object, key, span, () => branch('object', span, []));
      const lastElement = value.type === 'array' ? value.children?.at(-1) : undefined;
      if (lastElement) this.#grow(lastElement, span);
      object = lastElement ?? value;
    }
    return object;
  }

  #valueAt(holder: TreeNode, key: Key, span: Span, make: () => TreeNode): TreeNode {
    let names = this.#byName.get(holder);
    if (!names) this.#byName.set(holder, (names = new Map()));
    const existing = names.get(nameOf(key));
    const value = existing?.children?.[1];
    if (existing && value) {
      this.#grow(existing, span);
      this.#grow(value, span);
      return value;
    }
    const made = make();
    const property = propertyOf(span, leaf(spanOf(key), nameOf(key), ''), made);
    property.parent = holder;
    holder.children?.push(property);
    names.set(nameOf(key), property);
    return made;
  }

  /** Takes the statement in, unless another one stands between: a node never covers a stranger. */
  #grow(node: TreeNode, span: Span): void {
    if (node.offset + node.length !== this.#before) return;
    node.length = span.offset + span.length - node.offset;
  }

  #value(node: AST.TOMLContentNode): TreeNode {
    const span = spanOf(node);
    if (node.type === 'TOMLArray') {
      const elements = node.elements.map((element) => this.#value(element));
      return branch('array', span, elements);
    }
    if (node.type === 'TOMLInlineTable') {
      const table = branch('object', span, []);
      for (const statement of node.body) this.#keyValue(table, statement);
      return table;
    }
    return leaf(span, node.value, this.text.slice(node.range[0], node.range[1]));
  }
}

function nameOf(key: Key): string {
  return key.type === 'TOMLBare' ? key.name : key.value;
}

function spanOf({ range }: { readonly range: readonly [number, number] }): Span {
  return { offset: range[0], length: range[1] - range[0] };
}
