import { effect, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { LogLevel } from '../ipc/requests';
import type { ChatSession, ServerSnapshot } from '../ipc/state';
import type { ServerHandle } from '../servers/serverHandle';
import type { ServerLogEntry } from '../servers/serverLog';
import { isAtOrBelow } from '../base/contains';

/** How a client is told. */
interface Told {
  changed(snapshot: ServerSnapshot): void;
  logged(entry: ServerLogEntry): void;
  updated(uri: string): void;
}

/** What a client hears of one of its servers, and how much of it. */
export class HandleOutlet implements Disposable {
  readonly #store = new DisposableStore();
  readonly #listener;
  #watched: ReadonlySet<string> = new Set();

  /** `chat`: the session of the client's chat with the server. */
  constructor(
    handle: ServerHandle,
    chat: ReadonlySignal<ChatSession | undefined> | undefined,
    told: Told,
  ) {
    this.#listener = this.#store.add(handle.listen());
    this.#store.add(effect(() => told.changed({ ...handle.snapshot.value, chat: chat?.value })));
    this.#store.add(handle.onLog((entry) => told.logged(entry)));
    this.#store.add(
      handle.onNotification(({ method, params: { uri } }) => {
        if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return;
        if (this.#watches(uri)) told.updated(uri);
      }),
    );
  }

  watchResources(uris: readonly string[]): void {
    this.#watched = new Set(uris);
    this.#listener.watchResources(this.#watched);
  }

  setLogLevel(level: LogLevel | undefined): void {
    this.#listener.setLogLevel(level);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #watches(uri: string): boolean {
    return [...this.#watched].some((whole) => isAtOrBelow(uri, whole));
  }
}
