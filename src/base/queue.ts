/** A list that grows at its end and shrinks at its beginning, each in constant time on average. */
export class Queue<T> {
  #items: (T | undefined)[] = [];
  /** The index of the first item; those before it are gone. */
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Removes the first item. */
  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    this.#items[this.#first] = undefined;
    this.#first += 1;
    if (this.#first > this.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  /** The item at an index, from 0 for the first. */
  at(index: number): T | undefined {
    return index < 0 ? undefined : this.#items[this.#first + index];
  }

  /** The items in their order. */
  toArray(): T[] {
    return this.#items.slice(this.#first) as T[];
  }
}
