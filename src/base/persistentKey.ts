import { createSecretKey, randomBytes, randomUUID, type KeyObject } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The name of the file in its folder. */
export const keyFile = 'key';
const keyLength = 32;

/**
 * The key of a private folder, 32 random bytes, made by the first call and shared by all later ones; a broken one
 * is replaced. A `KeyObject`, because an HMAC with raw bytes takes seven times as long. Rejects if the key can be
 * neither read nor made.
 */
export async function persistentKey(folder: string): Promise<KeyObject> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, keyFile);
  const key = await keyIn(folder).catch(async () => {
    await makeKey(file);
    return keyIn(folder);
  });
  if (key) return createSecretKey(key);
  await rm(file, { force: true });
  throw new Error('broken key');
}

/** The key of a folder; `undefined` if it is broken. Rejects if it is missing or cannot be read. */
export async function keyIn(folder: string): Promise<Buffer | undefined> {
  const key = await readFile(path.join(folder, keyFile));
  return key.length === keyLength ? key : undefined;
}

/** Makes the key, unless another process does. A link gives it its name when it is complete, because others read it at once. */
async function makeKey(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  const fresh = randomBytes(keyLength);
  try {
    await writeFile(draft, fresh, { mode: 0o600 });
    await link(draft, file);
  } catch {
    // It is there already, or there are no links.
    await writeFile(file, fresh, { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  } finally {
    await rm(draft, { force: true });
  }
}
