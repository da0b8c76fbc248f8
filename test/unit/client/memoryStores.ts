import { Emitter, type Event } from '../../../src/base/emitter';
import type { Definition } from '../../../src/config/definition';
import { parseConfig } from '../../../src/config/read/parseConfig';
import type { KeyValueStore, SecretStore } from '../../../src/client/stores';
import type { WindowVariables } from '../../../src/client/launch/windowVariables';
import { folderSource } from '../config/textAt';

export class MemoryKeyValueStore implements KeyValueStore {
  readonly values = new Map<string, unknown>();

  get(key: string): unknown {
    return this.values.get(key);
  }

  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, value);
  }
}

/** Tells of every change, by whomever, as the editor's store does. */
export class MemorySecretStore implements SecretStore {
  readonly values = new Map<string, string>();
  /** How many are listening. */
  listeners = 0;
  readonly #changed = new Emitter<{ readonly key: string }>();

  readonly onDidChange: Event<{ readonly key: string }> = (listener) => {
    const following = this.#changed.event(listener);
    this.listeners += 1;
    return {
      dispose: () => {
        following.dispose();
        this.listeners -= 1;
      },
    };
  };

  async get(key: string): Promise<string | undefined> {
    return this.values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    this.values.set(key, value);
    this.tell(key);
  }

  async delete(key: string): Promise<void> {
    this.values.delete(key);
    this.tell(key);
  }

  tell(key: string): void {
    this.#changed.fire({ key });
  }
}

/** Answers like a terminal outside of any folder. */
export const noWindow: WindowVariables = {
  facts: () => ({ folders: [], cwd: '/' }),
  setting: () => undefined,
  ownSetting: () => undefined,
  extensionFolder: () => undefined,
};

/** The one definition of a file with this entry and these inputs. */
export function definitionOf(
  entry: object,
  inputs: object[] = [],
  source = folderSource,
): Definition {
  const text = JSON.stringify({ servers: { s: entry }, inputs });
  const [definition] = parseConfig(text, source).definitions;
  if (definition === undefined) throw new Error('the entry is no definition');
  return definition;
}
