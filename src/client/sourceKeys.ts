import { isInFolder } from '../base/contains';
import type { ConfigSource } from '../config/definition';
import type { KeyValueStore } from './stores';

/** Keys of a value: the present one, and that of earlier versions. */
export type Keys = readonly [key: string, earlier: string];

/**
 * The kind and the file of a source, and the folder if the file lies outside. The name of the folder is left out, because
 * people change names and order of folders.
 */
export function sourceKey({ id, file, folder }: ConfigSource): readonly string[] {
  const isElsewhere = folder !== undefined && !isInFolder(file, folder);
  return [id.replace(/:.*/s, ''), file, ...(isElsewhere ? [folder] : [])];
}

export function valueAt(store: KeyValueStore, [key, earlier]: Keys): unknown {
  return store.get(key) ?? store.get(earlier);
}

/** Stores a value in place of the one that an earlier version has stored. */
export async function putAt(
  store: KeyValueStore,
  [key, earlier]: Keys,
  value: unknown,
): Promise<void> {
  await store.update(key, value);
  if (earlier !== key) await store.update(earlier, undefined);
}
