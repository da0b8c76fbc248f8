import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Workspace } from '../../client/workspace';

/** The time in epoch milliseconds, ticking each second only while a server waits for its retry. */
export class Clock implements Disposable {
  readonly #now = signal(Date.now());
  readonly #store = new DisposableStore();
  readonly now: ReadonlySignal<number> = this.#now;

  constructor(workspace: Workspace) {
    const waiting = computed(() =>
      [...workspace.entries.value.values()].some(
        ({ snapshot }) => snapshot.state.kind === 'backingOff',
      ),
    );
    this.#store.add(
      effect(() => {
        if (!waiting.value) return undefined;
        const tick = (): void => void (this.#now.value = Date.now());
        tick();
        const timer = setInterval(tick, 1000);
        return () => clearInterval(timer);
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }
}
