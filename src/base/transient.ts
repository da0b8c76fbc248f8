/** A value in a table of the engine, which goes when the entry is deleted. */
interface Cell<T> {
  value: T | undefined;
}

/**
 * A map for what comes and goes, such as open requests, that does not hold a value after its entry is deleted. The
 * tables of a `Map` do, which the engine replaces again and again: each has its entries of that time and refers to the
 * next table, so that one that counts as old keeps the entries of all later ones until a full collection. Keys are to
 * be small.
 */
export class TransientMap<K, V> {
  readonly #cells = new Map<K, Cell<V>>();

  get size(): number {
    return this.#cells.size;
  }

  has(key: K): boolean {
    return this.#cells.has(key);
  }

  get(key: K): V | undefined {
    return this.#cells.get(key)?.value;
  }

  set(key: K, value: V): void {
    const cell = this.#cells.get(key);
    if (cell) cell.value = value;
    else this.#cells.set(key, { value });
  }

  delete(key: K): void {
    const cell = this.#cells.get(key);
    if (!cell) return;
    cell.value = undefined;
    this.#cells.delete(key);
  }

  /** The values in the order in which they came. */
  values(): V[] {
    return Array.from(this.#cells.values(), ({ value }) => value as V);
  }
}

/** An item of a {@link TransientSet} between its neighbours. */
interface Node<T> {
  item: T | undefined;
  before: Node<T> | undefined;
  after: Node<T> | undefined;
}

/** A set for what comes and goes, see {@link TransientMap}. */
export class TransientSet<T extends object> {
  #last: Node<T> | undefined;

  /** Adds an item; what it returns removes it. */
  add(item: T): () => void {
    const node: Node<T> = { item, before: this.#last, after: undefined };
    if (this.#last) this.#last.after = node;
    this.#last = node;
    return () => this.#remove(node);
  }

  /** The items in the order in which they came. */
  values(): T[] {
    const items: T[] = [];
    for (let node = this.#last; node; node = node.before) items.push(node.item as T);
    return items.toReversed();
  }

  #remove(node: Node<T>): void {
    const { item, before, after } = node;
    if (item === undefined) return;
    if (before) before.after = after;
    if (after) after.before = before;
    else this.#last = before;
    node.item = node.before = node.after = undefined;
  }
}
