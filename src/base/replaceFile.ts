import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';

/** Puts a private file in the place of another one: who reads it meanwhile has the whole of one of the two. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
