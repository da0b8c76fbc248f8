/** Something that holds a resource until it is told to let go. Disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

const live = new Set<DisposableStore>();

/** Stores that were created and not disposed; tests assert that this is empty. */
export function liveStores(): ReadonlySet<DisposableStore> {
  return live;
}

/**
 * Owns disposables and releases them in reverse order of adding. Adding to a store that is
 * already disposed releases the newcomer at once, so a late async path cannot leak.
 */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  constructor() {
    live.add(this);
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  add<T extends Disposable | (() => void)>(item: T): T {
    const disposable: Disposable = typeof item === 'function' ? { dispose: item } : item;
    if (this.#disposed) disposable.dispose();
    else this.#items.add(disposable);
    return item;
  }

  /** Releases an item before the others, and lets go of it. */
  release(item: Disposable): void {
    if (this.#items.delete(item)) item.dispose();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    live.delete(this);
    const errors: unknown[] = [];
    for (const item of [...this.#items].toReversed()) {
      try {
        item.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    this.#items.clear();
    if (errors.length > 0) throw new AggregateError(errors, 'disposing failed');
  }
}
