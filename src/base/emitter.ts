import type { Disposable } from './disposable';

/** A function to which one subscribes. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Passes occurrences to the listeners of that moment. State belongs into a signal instead. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A wrapper of its own, so that subscribing one function twice gives two subscriptions.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    if (this.#listeners.size === 0) return;
    Array.from(this.#listeners, (listener) => listener(value));
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
