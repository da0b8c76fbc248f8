import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const keyFile = 'key';
const keyLength = 32;

/**
 * The key of a private folder, 32 random bytes. The first who asks makes it, and all later ones share it; in
 * the place of a broken one the next. Rejects where it can be neither read nor made.
 */
export async function keptKey(folder: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, keyFile);
  const fresh = randomBytes(keyLength);
  await writeFile(file, fresh, { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  const key = await readFile(file);
  if (key.length === keyLength) return key;
  await rm(file, { force: true });
  throw new Error('broken key');
}
