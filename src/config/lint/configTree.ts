import type { Node } from 'jsonc-parser';
import type { JsonObject } from '../../base/json';
import type { DialectId } from '../definition';
import { dialects } from '../dialects';
import type { Span } from '../read/configDocument';
import { JsoncDocument } from '../read/jsoncDocument';
import { setValue } from '../write/jsonEdits';
import {
  holderPath,
  nodeAt,
  properties,
  propertyNamed,
  uniqueProperties,
  type Property,
} from '../read/properties';

/** One element of `inputs` that has an id. */
export interface DeclaredInput {
  readonly id: string;
  readonly type: string | undefined;
  readonly description: string | undefined;
  readonly password: boolean;
  /** The whole element. */
  readonly node: Node;
  readonly idNode: Node;
  /** Among the elements of `inputs`. */
  readonly index: number;
}

/**
 * A file in VS Code's format as editor features see it, mistakes included. Of equal names the last counts, as in the
 * reader.
 */
export interface ConfigTree {
  readonly text: string;
  readonly document: JsoncDocument;
  /** Keys from the root to the object that holds `servers` and `inputs`. */
  readonly base: readonly string[];
  /** The properties of that object. */
  readonly top: readonly Property[];
  /** The entries whose text is whole. */
  readonly servers: readonly Property[];
  readonly inputs: readonly DeclaredInput[];
}

/** Reads a text in VS Code's format; offsets count without a byte order mark, as an editor does. */
export function readConfigTree(source: string, dialect: DialectId): ConfigTree {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const document = new JsoncDocument(text);
  const { root } = document;
  const base = holderPath(root, dialects[dialect].containers);
  const holder = root && nodeAt(root, base);
  const top = holder?.type === 'object' ? properties(holder) : [];
  const servers = holder && nodeAt(holder, ['servers']);
  const inputs = holder && nodeAt(holder, ['inputs']);
  return {
    text,
    document,
    base,
    top,
    servers: servers?.type === 'object' ? wholeEntries(servers, document) : [],
    inputs: inputs?.type === 'array' ? declaredInputs(inputs) : [],
  };
}

/** The text of a file with more declarations at the end of its inputs; `undefined` where these are no list. */
export function withInputs(tree: ConfigTree, inputs: readonly JsonObject[]): string | undefined {
  if (inputs.length === 0) return tree.text;
  const path = [...tree.base, 'inputs'];
  const there = tree.top.findLast(({ name }) => name === 'inputs')?.value;
  if (there === undefined) return setValue(tree.text, path, inputs);
  if (there.type !== 'array') return undefined;
  const count = there.children?.length ?? 0;
  return inputs.reduce<string>(
    (text, input, index) => setValue(text, [...path, count + index], input),
    tree.text,
  );
}

/** Every text under a node, keys left out, in the order of the file. */
export function stringNodes(node: Node): readonly Node[] {
  const found: Node[] = [];
  const open: Node[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'string') found.push(next);
    const inner = next.type === 'property' ? next.children?.slice(1) : next.children;
    for (const child of inner?.toReversed() ?? []) open.push(child);
  }
  return found;
}

/**
 * Finds places in the file of parts of one value, whose escapes such as `\n` are longer there. All parts take one pass
 * together.
 */
export class RawOffsets {
  #units = 0;
  #offset: number;

  constructor(
    private readonly text: string,
    node: Node,
  ) {
    this.#offset = node.offset + 1;
  }

  /** `start` counts in the value and is never before the end of the span before. */
  span(start: number, length: number): Span {
    const offset = this.#at(start);
    return { offset, length: this.#at(start + length) - offset };
  }

  #at(units: number): number {
    for (; this.#units < units; this.#units++) {
      this.#offset += unitLength(this.text, this.#offset);
    }
    return this.#offset;
  }
}

/** True if an offset is in a span or at one of its ends. */
export function touches({ offset, length }: Span, at: number): boolean {
  return offset <= at && at <= offset + length;
}

function wholeEntries(servers: Node, document: JsoncDocument): readonly Property[] {
  const entries = uniqueProperties(servers, document, () => undefined);
  return [...entries.values()].filter(({ value }) => value.type === 'object');
}

function declaredInputs(array: Node): readonly DeclaredInput[] {
  const found = (array.children ?? []).flatMap((node, index) => {
    const idNode = propertyNamed(node, 'id')?.value;
    if (idNode?.type !== 'string') return [];
    const id = String(idNode.value);
    const read = (key: string): unknown => propertyNamed(node, key)?.value.value;
    const text = (key: string): string | undefined => {
      const value = read(key);
      return typeof value === 'string' ? value : undefined;
    };
    const password = read('password') === true;
    return [
      { id, type: text('type'), description: text('description'), password, node, idNode, index },
    ];
  });
  return [...new Map(found.map((input) => [input.id, input])).values()];
}

function unitLength(text: string, at: number): number {
  if (text[at] !== '\\') return 1;
  return text[at + 1] === 'u' ? 6 : 2;
}
