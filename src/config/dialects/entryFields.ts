import type { Node } from 'jsonc-parser';
import type { ExpectedType } from '../definition';
import { EntryReader, type ReadContext } from '../read/entryReader';
import type { Property } from '../read/properties';
import type { Dialect, Held, Row } from '../dialect';

/** A key of an entry that is there. */
export interface Field {
  readonly row: Row;
  /** Of the object that the key stands in. */
  readonly reader: EntryReader;
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
}

/**
 * The keys of one entry by what they hold in a dialect. A key with `null` counts as absent, as it does
 * for the hosts. Values of a wrong type become problems, and the entry counts as broken from then on.
 */
export class EntryFields {
  /** Names of keys that the dialect does not know or that cannot be carried. */
  readonly unread: readonly string[];
  readonly #fields = new Map<Held, Field>();
  readonly #readers = new Map<string, EntryReader>();
  #broken = false;

  constructor(
    private readonly entry: Property,
    dialect: Dialect,
    private readonly context: ReadContext,
  ) {
    const root = new EntryReader(entry, context);
    this.#readers.set('', root);
    const present = [...root.keys.values()].filter(({ value }) => value.type !== 'null');
    this.unread = present.flatMap((property) => this.#read(property, dialect));
    // Of several keys for the same the first one of the table counts, wherever it stands.
    for (const row of dialect.rows.toReversed()) this.#find(row, dialect);
  }

  /** Whether a value that was asked for is of a wrong type. */
  get broken(): boolean {
    return this.#broken || [...this.#readers.values()].some(({ broken }) => broken);
  }

  get(held: Held): Field | undefined {
    return this.#fields.get(held);
  }

  has(key: string): boolean {
    return this.#readers.get('')?.keys.has(key) === true;
  }

  text(held: Held): string | undefined {
    const field = this.get(held);
    return field?.reader.string(field.name);
  }

  texts(held: Held): readonly string[] | undefined {
    const field = this.get(held);
    return field?.reader.strings(field.name);
  }

  flag(held: Held): boolean | undefined {
    const field = this.get(held);
    if (field === undefined) return undefined;
    return field.value.type === 'boolean'
      ? field.value.value === true
      : this.#wrong(field, 'boolean');
  }

  /** A time in seconds. */
  seconds(held: Held): number | undefined {
    const field = this.get(held);
    if (field === undefined) return undefined;
    const value: unknown = field.value.value;
    if (typeof value !== 'number' || !(value > 0)) return this.#wrong(field, 'positiveNumber');
    return field.row.unit === 'milliseconds' ? value / 1000 : value;
  }

  /** Keeps a nested object's reader; answers with the names of keys in it that are not read. */
  #read(property: Property, dialect: Dialect): readonly string[] {
    const { name, value } = property;
    const nested = dialect.rows.filter(({ key }) => key.startsWith(`${name}.`));
    if (nested.length === 0 || value.type !== 'object') {
      return dialect.rows.some(({ key }) => key === name) ? [] : [name];
    }
    const reader = new EntryReader({ ...property, name: this.entry.name }, this.context);
    this.#readers.set(name, reader);
    const known = new Set(nested.map(({ key }) => key));
    return Array.from(reader.keys.keys(), (key) => `${name}.${key}`).filter(
      (key) => !known.has(key),
    );
  }

  #find(row: Row, dialect: Dialect): void {
    const dot = row.key.indexOf('.');
    const reader = this.#readers.get(dot === -1 ? '' : row.key.slice(0, dot));
    const name = row.key.slice(dot + 1);
    const property = reader?.keys.get(name);
    if (reader === undefined || property === undefined || property.value.type === 'null') return;
    const isParent = dialect.rows.some(({ key }) => key.startsWith(`${row.key}.`));
    if (isParent && property.value.type === 'object') return;
    const { key, value } = property;
    this.#fields.set(row.holds, { row, reader, name, key, value });
  }

  #wrong({ row, value }: Field, expected: ExpectedType): undefined {
    this.#broken = true;
    const args = { key: row.key, expected, server: this.entry.name };
    this.context.problems.wrongType('error', value, args);
  }
}
