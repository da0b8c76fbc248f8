/** A map of at most `limit` entries: a new one drops the oldest, because others decide how many come. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number;
  readonly #onDropped: ((value: V, key: K) => void) | undefined;

  constructor(limit: number, onDropped?: (value: V, key: K) => void) {
    super();
    this.#limit = limit;
    this.#onDropped = onDropped;
  }

  /** Puts the entry last, so that it is the newest even if the map had its key. */
  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this;
    if (this.size > this.#limit && oldest) {
      this.delete(oldest[0]);
      this.#onDropped?.(oldest[1], oldest[0]);
    }
    return this;
  }

  /** The value of a key, which becomes the newest: with it, the least recently used entry is dropped. */
  use(key: K): V | undefined {
    const value = this.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }
}

/** A set of at most `limit` values: a new one drops the oldest. */
export class BoundedSet<T> extends Set<T> {
  readonly #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  /** Puts the value last, so that it is the newest even if the set had it. */
  override add(value: T): this {
    this.delete(value);
    super.add(value);
    const [oldest] = this;
    if (this.size > this.#limit && oldest !== undefined) this.delete(oldest);
    return this;
  }
}

/** Keeps the last `capacity` items; adding is O(1). */
export class Ring<T> {
  readonly #items: T[] = [];
  #next = 0;

  constructor(private readonly capacity: number) {}

  push(item: T): void {
    this.#items[this.#next] = item;
    this.#next = (this.#next + 1) % this.capacity;
  }

  /** The kept items, oldest first. */
  toArray(): T[] {
    return [...this.#items.slice(this.#next), ...this.#items.slice(0, this.#next)];
  }

  last(): T | undefined {
    return this.#items.at(this.#next - 1);
  }
}
