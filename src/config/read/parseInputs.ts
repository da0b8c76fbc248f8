import { getNodeValue, type Node } from 'jsonc-parser';
import type { ExpectedType, Input } from '../definition';
import type { ConfigDocument } from './configDocument';
import type { ProblemList } from './problemList';
import { uniqueProperties, type Property } from './properties';

const commonKeys = ['id', 'type', 'description'];

const inputTypes = new Map<string, { type: Input['type']; keys: ReadonlySet<string> }>([
  ['promptString', { type: 'promptString', keys: new Set([...commonKeys, 'default', 'password']) }],
  ['pickString', { type: 'pickString', keys: new Set([...commonKeys, 'default', 'options']) }],
  ['command', { type: 'command', keys: new Set([...commonKeys, 'command', 'args']) }],
]);

/** The words for the type of an input. */
export const inputWords: readonly string[] = [...inputTypes.keys()];

/** The keys that an input of any type can have. */
export const inputKeys: readonly string[] = [
  ...new Set([...inputTypes.values()].flatMap(({ keys }) => [...keys])),
];

/** The declarations in `inputs`. */
export interface ParsedInputs {
  readonly inputs: readonly Input[];
  /** Every id that is declared, also where the rest of its declaration is of no use. */
  readonly declared: ReadonlySet<string>;
}

/** Reads the array `inputs`; each thing wrong in it becomes a problem. */
export function parseInputs(
  array: Node,
  document: ConfigDocument,
  problems: ProblemList,
): ParsedInputs {
  const declared = new Map<string, InputReader>();
  for (const node of array.children ?? []) {
    if (!document.isWhole(node)) continue;
    if (node.type !== 'object') {
      problems.error('inputNotAnObject', node);
      continue;
    }
    const reader = new InputReader(node, document, problems);
    const { id } = reader;
    if (id === undefined) continue;
    const before = declared.get(id.text)?.id?.node;
    if (before) problems.duplicate('duplicateName', before, id.node, { name: id.text });
    declared.set(id.text, reader);
  }
  const inputs = Array.from(declared, ([id, reader]) => reader.read(id) ?? []).flat();
  return { inputs, declared: new Set(declared.keys()) };
}

/** Reads one element of `inputs`. */
class InputReader {
  /** Absent where it is missing or not a text, which is a problem then. */
  readonly id: { readonly text: string; readonly node: Node } | undefined;
  readonly #keys: ReadonlyMap<string, Property>;
  /** The node to point at for a missing key: the id, else the whole element. */
  readonly #at: Node;
  #broken = false;

  constructor(
    node: Node,
    document: ConfigDocument,
    private readonly problems: ProblemList,
  ) {
    this.#keys = uniqueProperties(node, document, ({ name, key }, counting) =>
      problems.duplicate('duplicateKey', key, counting.key, { key: name }),
    );
    this.#at = this.#keys.get('id')?.value ?? node;
    const text = this.#required('id');
    this.id = text === undefined ? undefined : { text, node: this.#at };
  }

  read(id: string): Input | undefined {
    const type = this.#required('type');
    const typeNode = this.#keys.get('type')?.value ?? this.#at;
    if (type === undefined) return undefined;
    const known = inputTypes.get(type);
    if (known === undefined) {
      this.problems.error('unknownType', typeNode, { type, input: id });
      return undefined;
    }
    for (const { name, key } of this.#keys.values()) {
      if (!known.keys.has(name)) this.problems.warning('unknownKey', key, { key: name, input: id });
    }
    const input = known.type === 'command' ? this.#command(id) : this.#question(id, known.type);
    return this.#broken ? undefined : input;
  }

  #question(id: string, type: Input['type']): Input {
    return {
      id,
      type,
      description: this.#optional('description', 'string'),
      default: this.#optional('default', 'string'),
      password: this.#optional('password', 'boolean'),
      options: type === 'pickString' ? this.#options() : undefined,
    };
  }

  #command(id: string): Input {
    const description = this.#optional('description', 'string');
    const command = this.#required('command');
    const args = this.#keys.get('args')?.value;
    return {
      id,
      type: 'command',
      ...(description !== undefined && { description }),
      command,
      ...(args && { args: getNodeValue(args) as unknown }),
    };
  }

  #required(key: string): string | undefined {
    const text = this.#optional(key, 'string');
    if (!this.#keys.has(key) || text === '') this.#missing(key);
    return text === '' ? undefined : text;
  }

  #optional(key: string, type: 'string'): string | undefined;
  #optional(key: string, type: 'boolean'): boolean | undefined;
  #optional(key: string, type: 'string' | 'boolean'): string | boolean | undefined {
    const node = this.#keys.get(key)?.value;
    if (node === undefined) return undefined;
    const value: unknown = node.value;
    if (node.type === type && (typeof value === 'string' || typeof value === 'boolean')) {
      return value;
    }
    this.#wrong(node, key, type);
    return undefined;
  }

  #options(): Input['options'] {
    const node = this.#keys.get('options')?.value;
    if (node === undefined || (node.type === 'array' && node.children?.length === 0)) {
      this.#missing('options');
      return undefined;
    }
    if (node.type !== 'array') {
      this.#wrong(node, 'options', 'array');
      return undefined;
    }
    return (node.children ?? []).flatMap((item) => this.#option(item) ?? []);
  }

  /** A text, or an object with a `value` and perhaps a `label` to show for it. */
  #option(node: Node): { label: string; value: string } | undefined {
    if (node.type === 'string') return { label: String(node.value), value: String(node.value) };
    const text = (name: string): string | undefined => {
      const found = node.children?.find((child) => child.children?.[0]?.value === name);
      const value = found?.children?.[1];
      return value?.type === 'string' ? String(value.value) : undefined;
    };
    const value = node.type === 'object' ? text('value') : undefined;
    if (value !== undefined) return { label: text('label') ?? value, value };
    this.#wrong(node, 'options', 'option');
    return undefined;
  }

  #missing(key: string): void {
    this.#broken = true;
    this.problems.error('missing', this.#at, { key, ...this.#name() });
  }

  #wrong(node: Node, key: string, expected: ExpectedType): void {
    this.#broken = true;
    const args = { key, expected, ...this.#name(), ...(expected === 'option' && { item: 'true' }) };
    this.problems.wrongType('error', node, args);
  }

  #name(): Record<string, string> {
    return this.id === undefined ? {} : { input: this.id.text };
  }
}
