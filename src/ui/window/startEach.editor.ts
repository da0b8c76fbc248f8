import type { LogOutputChannel } from 'vscode';
import type { Disposable, DisposableStore } from '../../base/disposable';

/** Starts parts of the window; what fails is logged, and the others live. */
export function startEach(
  parts: Readonly<Record<string, () => Disposable>>,
  { store, log }: { readonly store: DisposableStore; readonly log: LogOutputChannel },
): void {
  for (const [name, start] of Object.entries(parts)) {
    try {
      store.add(start());
    } catch (error) {
      log.error(
        `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
}
