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
