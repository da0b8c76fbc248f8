import type { Node } from 'jsonc-parser';
import type { ExpectedType } from '../definition';
import type { ReadContext } from './entryReader';
import { uniqueProperties, type Property } from './properties';

/**
 * Reads an object inside an entry that the server can run without. What is wrong in it is a warning
 * and counts as not written.
 */
export class FieldReader {
  readonly keys: ReadonlyMap<string, Property>;

  /** `path`: the keys from the entry down to the object, with dots between. */
  private constructor(
    object: Node,
    readonly path: string,
    readonly server: string,
    private readonly context: ReadContext,
  ) {
    this.keys = uniqueProperties(object, context.document, ({ name, key }, counting) =>
      context.problems.duplicate('duplicateKey', key, counting.key, { key: name, server }),
    );
  }

  /** The reader of a value that should be an object with these keys; `undefined` where it is none. */
  static of(
    value: Node,
    place: { readonly path: string; readonly server: string },
    known: readonly string[],
    context: ReadContext,
  ): FieldReader | undefined {
    const { path, server } = place;
    if (value.type !== 'object') {
      context.problems.wrongType('warning', value, { key: path, expected: 'object', server });
      return undefined;
    }
    const reader = new FieldReader(value, path, server, context);
    for (const { name, key } of reader.keys.values()) {
      if (!known.includes(name)) {
        context.problems.warning('unknownKey', key, { key: name, server, within: path });
      }
    }
    return reader;
  }

  string(key: string): string | undefined {
    const node = this.keys.get(key)?.value;
    if (node === undefined) return undefined;
    return node.type === 'string' ? String(node.value) : this.#wrong(node, key, 'string');
  }

  boolean(key: string): boolean | undefined {
    const node = this.keys.get(key)?.value;
    if (node === undefined) return undefined;
    return node.type === 'boolean' ? node.value === true : this.#wrong(node, key, 'boolean');
  }

  /** A text, or an array of texts. */
  texts(key: string): readonly string[] {
    const node = this.keys.get(key)?.value;
    if (node === undefined) return [];
    if (node.type !== 'string' && node.type !== 'array') {
      this.#wrong(node, key, 'stringOrStrings');
      return [];
    }
    const items = node.type === 'array' ? (node.children ?? []) : [node];
    return items.flatMap((item) =>
      item.type === 'string'
        ? [String(item.value)]
        : (this.#wrong(item, key, 'string', true) ?? []),
    );
  }

  object(key: string, known: readonly string[]): FieldReader | undefined {
    const node = this.keys.get(key)?.value;
    if (node === undefined) return undefined;
    const place = { path: `${this.path}.${key}`, server: this.server };
    return FieldReader.of(node, place, known, this.context);
  }

  #wrong(node: Node, key: string, expected: ExpectedType, isItem = false): undefined {
    const path = `${this.path}.${key}`;
    const args = { key: path, expected, server: this.server, ...(isItem && { item: 'true' }) };
    this.context.problems.wrongType('warning', node, args);
  }
}
