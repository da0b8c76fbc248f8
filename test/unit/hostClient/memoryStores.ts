import type { Definition } from '../../../src/config/definition';
import { parseConfig } from '../../../src/config/parseConfig';
import type { KeyValueStore, SecretStore } from '../../../src/hostClient/stores';
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

export class MemorySecretStore implements SecretStore {
  readonly values = new Map<string, string>();

  async get(key: string): Promise<string | undefined> {
    return this.values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    this.values.set(key, value);
  }

  async delete(key: string): Promise<void> {
    this.values.delete(key);
  }
}

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
