import type { Node } from 'jsonc-parser';
import type { ExpectedType } from '../definition';
import type { ConfigDocument } from './configDocument';
import { isServerUrl } from '../../network/urlOf';
import type { ProblemList } from './problemList';
import { uniqueProperties, type Property } from './properties';
import { variablesIn, withoutDefault, type VariableStyle } from '../variables';

/** What the readers of one file share. */
export interface ReadContext {
  readonly document: ConfigDocument;
  readonly problems: ProblemList;
  /** Ids that `inputs` declares, valid or not; absent where that cannot be known. */
  readonly declaredInputs: ReadonlySet<string> | undefined;
  /** How variables are written in this file; absent in files of VS Code. */
  readonly style?: VariableStyle | undefined;
}

/**
 * Reads the values of one entry of `servers`. Each value of a wrong type becomes a problem, and the
 * entry counts as broken from then on. Variables are checked where they stand.
 */
export class EntryReader {
  readonly keys: ReadonlyMap<string, Property>;
  readonly #server: string;
  #broken = false;

  constructor(
    entry: Property,
    private readonly context: ReadContext,
  ) {
    this.#server = entry.name;
    this.keys = uniqueProperties(entry.value, context.document, ({ name, key }, counting) =>
      context.problems.duplicate('duplicateKey', key, counting.key, {
        key: name,
        server: entry.name,
      }),
    );
  }

  get broken(): boolean {
    return this.#broken;
  }

  string(key: string): string | undefined {
    const node = this.keys.get(key)?.value;
    return node === undefined ? undefined : this.#text(node, key);
  }

  strings(key: string): readonly string[] {
    const node = this.keys.get(key)?.value;
    if (node === undefined) return [];
    if (node.type !== 'array') {
      this.#wrong(node, key, 'strings');
      return [];
    }
    return (node.children ?? []).map((item) =>
      item.type === 'string' ? this.#checked(item) : (this.#wrong(item, key, 'string', true) ?? ''),
    );
  }

  /** An address; one that holds variables can be judged only when they are filled. */
  url(key: string): string | undefined {
    const node = this.keys.get(key)?.value;
    const url = this.string(key);
    if (node === undefined || url === undefined || url.trim() === '') return url;
    if (variablesIn(url, this.context.style).length > 0 || isServerUrl(url)) return url;
    this.#broken = true;
    this.context.problems.error('invalidUrl', node, { url, server: this.#server });
    return undefined;
  }

  /** An object whose values `read` takes; it gets `undefined` where a value is of a wrong type. */
  record<T>(key: string, read: (node: Node, key: string) => T | undefined): Record<string, T> {
    const node = this.keys.get(key)?.value;
    if (node === undefined) return {};
    if (node.type !== 'object') {
      this.#wrong(node, key, 'object');
      return {};
    }
    const found = uniqueProperties(node, this.context.document, ({ name, key }, counting) =>
      this.context.problems.duplicate('duplicateKey', key, counting.key, {
        key: name,
        server: this.#server,
      }),
    );
    const entries: [string, T][] = [];
    for (const { name, value } of found.values()) {
      const result = read(value, `${key}.${name}`);
      if (result !== undefined) entries.push([name, result]);
    }
    return Object.fromEntries(entries);
  }

  /** A header. */
  readonly text = (node: Node, key: string): string | undefined => this.#text(node, key);

  /** An environment variable: numbers count as their text, `null` unsets. */
  readonly environmentValue = (node: Node, key: string): string | null | undefined => {
    if (node.type === 'null') return null;
    if (node.type === 'number') return String(node.value);
    return this.#text(node, key, 'stringNumberOrNull');
  };

  #text(node: Node, key: string, expected: ExpectedType = 'string'): string | undefined {
    return node.type === 'string' ? this.#checked(node) : this.#wrong(node, key, expected);
  }

  #checked(node: Node): string {
    const text = String(node.value);
    this.#checkVariables(text, node);
    return text;
  }

  /** `isItem`: of an element of a list. */
  #wrong(node: Node, key: string, expected: ExpectedType, isItem = false): undefined {
    this.#broken = true;
    const args = { key, expected, server: this.#server, ...(isItem && { item: 'true' }) };
    this.context.problems.wrongType('error', node, args);
  }

  #checkVariables(text: string, node: Node): void {
    const { declaredInputs, problems, style } = this.context;
    for (const variable of variablesIn(text, style)) {
      const server = this.#server;
      if (variable.kind === 'unknown') {
        problems.error('unknownVariable', node, {
          variable: withoutDefault(variable.text),
          server,
        });
      } else if (variable.kind === 'input' && declaredInputs?.has(variable.name) === false) {
        problems.error('undefinedInput', node, { input: withoutDefault(variable.name), server });
      }
    }
  }
}
