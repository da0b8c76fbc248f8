import { readFile, rm } from 'node:fs/promises';
import { isObject } from '../../base/json';
import type { ReadResult } from '../../ipc/requests';
import type { McpObject } from '../../ipc/state';

/** Puts a large payload back into the result of a read, as `bytes` instead of text or base64. Removes the file. */
export async function readLargePayload(
  { result, apart }: ReadResult,
  signal?: AbortSignal,
): Promise<McpObject> {
  const { contents } = result;
  if (!apart || !Array.isArray(contents)) return result;
  try {
    const all = await readFile(apart.file, { signal });
    let at = 0;
    const whole = contents.map((part: unknown, index) => {
      const bytes = all.subarray(at, at + (apart.lengths[index] ?? 0));
      at += bytes.length;
      return isObject(part) && bytes.length > 0 ? { ...part, bytes } : part;
    });
    return { ...result, contents: whole };
  } finally {
    await rm(apart.file, { force: true }).catch(() => undefined);
  }
}
