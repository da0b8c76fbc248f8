import type { Event } from '../base/emitter';

/** Plain values that outlive the window: the editor's memento. `undefined` removes a key. */
export interface KeyValueStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Encrypted values: the editor's secret store. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Fired when a value changed, in this window or another. */
  readonly onDidChange?: Event<{ readonly key: string }> | undefined;
}
