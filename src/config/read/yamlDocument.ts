import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Alias,
  type Document,
  type Node,
  type Pair,
} from 'yaml';
import {
  type Span,
  type SyntaxFault,
  type ReaderError,
  branch,
  leaf,
  propertyOf,
  ConfigDocument,
  withoutMark,
  type TreeNode,
} from './configDocument';

/** The limit of nodes that aliases add to a file: a few lines can stand for billions. */
const expandedNodes = 100_000;

/**
 * Reads YAML as the tree of the equivalent JSON. Nodes from an alias or a merge key keep their written place. The
 * alias itself is the place of the whole.
 */
export function readYaml(source: string): ConfigDocument {
  const text = withoutMark(source);
  try {
    const document = parseYaml(text);
    const tree = new YamlTree(text, document);
    const faults: SyntaxFault[] = document.errors.map(({ code, pos: [start, end] }) => ({
      error: code,
      offset: start,
      length: end - start,
    }));
    faults.push(...tree.faults);
    // The rest mostly follows from the first.
    return new ConfigDocument(text, tree.root, faults.toSorted(byOffset).slice(0, 1));
  } catch (error) {
    // The parser is recursive: thousands of nested brackets exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    return new ConfigDocument(text, undefined, [{ error: 'TooDeep', offset: 0, length: 1 }]);
  }
}

/** The syntax tree of a YAML text, faults included. Throws RangeError where it exhausts the stack. */
export function parseYaml(text: string): Document.Parsed {
  // The check for unique keys compares each with each; who reads the tree looks at duplicates anyway.
  const lenient = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
  return parseDocument(text, { ...lenient, keepSourceTokens: true });
}

/** The end of what is written, without the line end that belongs to a block. */
export function writtenEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && ' \t\r\n'.includes(text[at - 1] ?? '-')) at--;
  return at;
}

function byOffset(a: Span, b: Span): number {
  return a.offset - b.offset;
}

type YamlPair = Pair<Node, Node | null>;

/** Builds the tree with aliases and merge keys filled in. */
class YamlTree {
  readonly root: TreeNode | undefined;
  readonly faults: SyntaxFault[] = [];
  readonly #targets: ReadonlyMap<Alias, Node>;
  /** The anchors being expanded, to find an alias inside its own anchor. */
  readonly #open = new Set<Node>();
  #budget = expandedNodes;

  constructor(
    private readonly text: string,
    document: Document.Parsed,
  ) {
    this.#targets = targetsOf(document);
    const { contents } = document;
    if (contents !== null && !isEmpty(contents)) this.root = this.#node(contents);
  }

  #node(node: Node): TreeNode {
    if (this.#open.size > 0 && this.#budget-- <= 0) return leaf(spanOf(node), null, '');
    if (isAlias(node)) return this.#alias(node);
    if (isMap(node)) return this.#object(node.items as YamlPair[], node);
    if (!isSeq(node)) {
      const span = this.#writtenSpan(node);
      return leaf(span, isScalar(node) ? node.value : null, this.#written(span));
    }
    // YAML 1.1 has ordered maps: lists of pairs.
    const items = (node.items as (Node | YamlPair)[]).map((item) =>
      isPair(item) ? this.#object([item], item.key) : this.#node(item),
    );
    return branch('array', this.#writtenSpan(node), items);
  }

  #object(pairs: readonly YamlPair[], at: Node): TreeNode {
    const own = pairs.filter((pair) => !isMerge(pair)).map((pair) => this.#property(pair));
    const names = new Set(own.map(nameOf));
    for (const { value } of pairs.filter(isMerge)) {
      for (const property of value ? propertiesOf(this.#node(value)) : []) {
        if (!names.has(nameOf(property))) own.push(property);
        names.add(nameOf(property));
      }
    }
    return branch('object', this.#writtenSpan(at), own);
  }

  #property({ key, value }: YamlPair): TreeNode {
    const keySpan = this.#writtenSpan(key);
    const written = this.#written(keySpan);
    const name = isScalar(key) && typeof key.value === 'string' ? key.value : written;
    // Nothing behind the colon means null; the key is the only place where it can be shown.
    const node = value === null || isEmpty(value) ? leaf(keySpan, null, '') : this.#node(value);
    const end = node.offset + node.length;
    return propertyOf(
      { offset: keySpan.offset, length: end - keySpan.offset },
      leaf(keySpan, name, written),
      node,
    );
  }

  #alias(alias: Alias): TreeNode {
    const span = spanOf(alias);
    const target = this.#targets.get(alias);
    if (!target) return this.#refused('UnresolvedAlias', span);
    if (this.#open.has(target)) return this.#refused('CircularAlias', span);
    this.#open.add(target);
    const node = this.#node(target);
    this.#open.delete(target);
    if (this.#budget <= 0) return this.#refused('TooManyAliases', span);
    return Object.assign(node, span);
  }

  #refused(error: ReaderError, span: Span): TreeNode {
    this.faults.push({ ...span, error });
    return leaf(span, null, '');
  }

  /** Without the line end that counts as a part of a block. */
  #writtenSpan(node: Node): Span {
    const { offset, length } = spanOf(node);
    return { offset, length: Math.max(writtenEnd(this.text, offset + length) - offset, 0) };
  }

  #written({ offset, length }: Span): string {
    return this.text.slice(offset, offset + length);
  }
}

/** An alias means the last node before it that has the anchor. */
function targetsOf(document: Document.Parsed): ReadonlyMap<Alias, Node> {
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node: (_key, node) => {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchored.set(node.anchor, node);
        return;
      }
      const target = anchored.get(node.source);
      if (target) targets.set(node, target);
    },
  });
  return targets;
}

function spanOf({ range }: Node): Span {
  const [start, end] = range ?? [0, 0];
  return { offset: start, length: end - start };
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null && node.source === '';
}

function isMerge({ key }: YamlPair): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

/** The properties that a merge key adds: those of one object, or of several in their order. */
function propertiesOf(node: TreeNode): readonly TreeNode[] {
  const objects = node.type === 'array' ? (node.children ?? []) : [node];
  return objects.flatMap(({ type, children }) => (type === 'object' ? (children ?? []) : []));
}

function nameOf(property: TreeNode): string {
  return String(property.children?.[0]?.value);
}
