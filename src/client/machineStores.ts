import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyValueStore, SecretStore } from './stores';

/** The stores of a window. */
export interface WindowStores {
  readonly values: KeyValueStore;
  readonly secrets: SecretStore;
}

/** What a machine has of stores that several share: a path names another file on each. */
export function machineStores(machine: string, { values, secrets }: WindowStores): WindowStores {
  const beginning = `${machine} `;
  const { onDidChange } = secrets;
  return {
    values: {
      get: (key) => values.get(beginning + key),
      update: (key, value) => values.update(beginning + key, value),
    },
    secrets: {
      get: (key) => secrets.get(beginning + key),
      store: (key, value) => secrets.store(beginning + key, value),
      delete: (key) => secrets.delete(beginning + key),
      onDidChange:
        onDidChange &&
        ((listener) =>
          onDidChange(({ key }) => {
            if (key.startsWith(beginning)) listener({ key: key.slice(beginning.length) });
          })),
    },
  };
}

/** The id of a machine, made by its first window and stored in a folder that lies there. */
export function machineIn(folder: string): string {
  const file = join(folder, 'machine');
  const fresh = randomUUID();
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, fresh, { flag: 'wx' });
  } catch {
    // Another window has made it.
  }
  try {
    return readFileSync(file, 'utf8') || fresh;
  } catch {
    // Nothing is stored there, so that what is approved counts for this window alone.
    return fresh;
  }
}
