import type { Disposable } from '../base/disposable';
import type { ServerSnapshot } from '../contract/state';

/** Joins the changes of one turn of the event loop into one message, the last of each server. */
export class ChangeFeed implements Disposable {
  readonly #pending = new Map<string, ServerSnapshot>();
  #scheduled: NodeJS.Immediate | undefined;

  constructor(private readonly tell: (servers: ServerSnapshot[]) => void) {}

  changed(snapshot: ServerSnapshot): void {
    this.#pending.set(snapshot.id, snapshot);
    this.#scheduled ??= setImmediate(() => this.flush());
  }

  /** Tells what is pending now, so that an answer never overtakes the change it speaks of. */
  flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    if (this.#pending.size > 0) this.tell([...this.#pending.values()]);
    this.#pending.clear();
  }

  dispose(): void {
    clearImmediate(this.#scheduled);
    this.#pending.clear();
  }
}
