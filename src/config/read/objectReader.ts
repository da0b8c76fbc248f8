import type { Node } from 'jsonc-parser';
import { isServerUrl } from '../../network/urlOf';
import type { ExpectedType, Problem, SandboxRules } from '../definition';
import { variablesIn, withoutDefault, type VariableStyle } from '../variables';
import type { ConfigDocument } from './configDocument';
import type { ProblemList } from './problemList';
import { uniqueProperties, type Property } from './properties';

/** The state that the readers of one file share. */
export interface ReadContext {
  readonly document: ConfigDocument;
  readonly problems: ProblemList;
  /** Ids that `inputs` declares, valid or not; absent where they cannot be known. */
  readonly declaredInputs: ReadonlySet<string> | undefined;
  readonly style: VariableStyle;
  /** The rules for entries that ask for a sandbox; absent where they have a mistake. */
  readonly sandbox: SandboxRules | undefined;
}

/**
 * Reads the values of an entry or an input, or of an object in it. A value of a wrong type becomes an error and breaks
 * the whole. In an optional object, or in place of a time, it becomes a warning and counts as absent, because the server
 * runs without it.
 */
export class ObjectReader {
  readonly keys: ReadonlyMap<string, Property>;
  #broken = false;

  /**
   * `owner`: the server or input, as arguments of problems. `path`: the keys from the entry down to an optional object,
   * joined by dots; empty for all others.
   */
  constructor(
    object: Node,
    readonly owner: Problem['args'],
    private readonly context: ReadContext,
    readonly path = '',
  ) {
    this.keys = this.#unique(object);
  }

  get broken(): boolean {
    return this.#broken;
  }

  string(key: string): string | undefined {
    const node = this.#node(key);
    return node && this.#text(node, this.#path(key));
  }

  /** `forShell`: the element in which unknown variables are no mistake, because a shell expands them. */
  strings(
    key: string,
    expected: 'strings' | 'stringOrStrings' = 'strings',
    forShell?: Node,
  ): readonly string[] {
    const node = this.#node(key);
    if (expected === 'stringOrStrings' && node?.type === 'string') return [this.#checked(node)];
    return this.list(key, expected, 'string', (item) =>
      item.type === 'string' ? this.#checked(item, item === forShell) : undefined,
    );
  }

  /** The elements of an array that `read` gives a value; problems name the types `whole` and `item`. */
  list<T>(
    key: string,
    whole: ExpectedType,
    item: ExpectedType,
    read: (node: Node) => T | undefined,
  ): readonly T[] {
    const node = this.#node(key);
    if (node === undefined) return [];
    if (node.type !== 'array') {
      this.#wrong(node, this.#path(key), whole);
      return [];
    }
    return (node.children ?? []).flatMap(
      (one) => read(one) ?? this.#wrong(one, this.#path(key), item, true) ?? [],
    );
  }

  /** `name`: what the problem calls the key. */
  boolean(key: string, name = this.#path(key)): boolean | undefined {
    const node = this.#node(key);
    if (node === undefined) return undefined;
    return node.type === 'boolean' ? node.value === true : this.#wrong(node, name, 'boolean');
  }

  /** A time, in whatever unit. `name`: what the problem calls the key. */
  positiveNumber(key: string, name: string): number | undefined {
    const node = this.#node(key);
    if (node === undefined) return undefined;
    const value: unknown = node.value;
    if (typeof value === 'number' && value > 0) return value;
    const args = { key: name, expected: 'positiveNumber', ...this.owner } as const;
    this.context.problems.wrongType('warning', node, args);
    return undefined;
  }

  /** A server's URL; one with variables can only be judged once they are filled. */
  url(key: string): string | undefined {
    const node = this.#node(key);
    const url = this.string(key);
    if (node === undefined || url === undefined || url.trim() === '') return url;
    if (variablesIn(url, this.context.style).length > 0 || isServerUrl(url)) return url;
    this.error('invalidUrl', node, { url });
    return undefined;
  }

  /** An object with text values, such as headers. */
  texts(key: string): Readonly<Record<string, string>> {
    return this.#record(key, (node, path) => this.#text(node, path));
  }

  /** Environment variables: numbers count as their text, `null` unsets. */
  environment(key: string): Readonly<Record<string, string | null>> {
    return this.#record(key, (node, path) => {
      if (node.type === 'null') return null;
      if (node.type === 'number') return String(node.value);
      return this.#text(node, path, 'stringNumberOrNull');
    });
  }

  /** The reader of an optional object; `undefined` where there is none or, after a warning, another type. */
  optional(key: string, known: readonly string[]): ObjectReader | undefined {
    const node = this.#node(key);
    if (node === undefined) return undefined;
    const { owner, context } = this;
    const path = this.#path(key);
    if (node.type !== 'object') {
      context.problems.wrongType('warning', node, { key: path, expected: 'object', ...owner });
      return undefined;
    }
    const reader = new ObjectReader(node, owner, context, path);
    for (const { name, key } of reader.keys.values())
      if (!known.includes(name)) reader.warning('unknownKey', key, { key: name });
    return reader;
  }

  /** Reports an error of the entry, which cannot be launched then. */
  error(...[code, at, args]: Parameters<ProblemList['error']>): void {
    this.#broken = true;
    this.context.problems.error(code, at, { ...args, ...this.owner });
  }

  /** Reports something that the server runs without; in an optional object with the path of that. */
  warning(...[code, at, args]: Parameters<ProblemList['warning']>): void {
    const within = this.path !== '' && { within: this.path };
    this.context.problems.warning(code, at, { ...args, ...this.owner, ...within });
  }

  /** Warns of a key that people rely on and this release does not support. */
  notYetSupported(key: string): void {
    const at = this.keys.get(key)?.key;
    const args = { key: this.#path(key), ...this.owner };
    if (at) this.context.problems.warning('notYetSupported', at, args);
  }

  #node(key: string): Node | undefined {
    return this.keys.get(key)?.value;
  }

  #path(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  #unique(object: Node): ReadonlyMap<string, Property> {
    const { document, problems } = this.context;
    return uniqueProperties(object, document, ({ name, key }, counting) =>
      problems.duplicate('duplicateKey', key, counting.key, { key: name, ...this.owner }),
    );
  }

  #record<T>(
    key: string,
    read: (node: Node, path: string) => T | undefined,
  ): Readonly<Record<string, T>> {
    const node = this.#node(key);
    if (node === undefined) return {};
    if (node.type !== 'object') {
      this.#wrong(node, key, 'object');
      return {};
    }
    const entries: [string, T][] = [];
    for (const { name, value } of this.#unique(node).values()) {
      const result = read(value, `${key}.${name}`);
      if (result !== undefined) entries.push([name, result]);
    }
    return Object.fromEntries(entries);
  }

  #text(node: Node, path: string, expected: ExpectedType = 'string'): string | undefined {
    return node.type === 'string' ? this.#checked(node) : this.#wrong(node, path, expected);
  }

  #checked(node: Node, forShell = false): string {
    const text = String(node.value);
    if (this.path === '') this.#checkVariables(text, node, forShell);
    return text;
  }

  #checkVariables(text: string, node: Node, forShell: boolean): void {
    const { declaredInputs, problems, style } = this.context;
    const { owner } = this;
    for (const variable of variablesIn(text, style)) {
      if (variable.kind === 'unknown') {
        if (forShell) continue;
        const unknown = withoutDefault(variable.text);
        problems.error('unknownVariable', node, { variable: unknown, ...owner });
      } else if (variable.kind === 'input' && declaredInputs?.has(variable.name) === false)
        problems.error('undefinedInput', node, { input: withoutDefault(variable.name), ...owner });
    }
  }

  #wrong(node: Node, path: string, expected: ExpectedType, isItem = false): undefined {
    this.#broken = true;
    const args = { key: path, expected, ...this.owner, ...(isItem && { item: 'true' }) };
    this.context.problems.wrongType(this.path === '' ? 'error' : 'warning', node, args);
  }
}
