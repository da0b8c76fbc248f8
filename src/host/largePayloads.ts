import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../base/disposable';
import { isObject } from '../base/json';
import type { ReadResult } from '../ipc/contract';
import type { McpObject } from '../ipc/state';

/** Characters of all contents up to which a window parses a message without blocking. */
const maxInMessage = 4_000_000;

/** Payloads of one client that are too large for a message, in files that only its user can read. */
export class LargePayloads implements Disposable {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = path.join(folder, randomUUID());
  }

  /** Moves large contents of a result into a file. The result stays whole if none can be written. */
  async put(result: McpObject, signal: AbortSignal): Promise<ReadResult> {
    const contents: unknown[] = Array.isArray(result['contents']) ? result['contents'] : [];
    const size = contents.reduce<number>((sum, part) => sum + (bodyOf(part)?.text.length ?? 0), 0);
    if (size <= maxInMessage) return { result };
    const file = path.join(this.#folder, randomUUID());
    try {
      const lengths = await this.#write(file, contents, signal);
      const emptied = contents.map((part) => {
        const body = bodyOf(part);
        return body && isObject(part) ? { ...part, [body.key]: '' } : part;
      });
      return { result: { ...result, contents: emptied }, apart: { file, lengths } };
    } catch {
      await rm(file, { force: true }).catch(() => undefined);
      signal.throwIfAborted();
      return { result };
    }
  }

  /** Removes the files that the client has not read. */
  dispose(): void {
    rm(this.#folder, { recursive: true, force: true }).catch(() => undefined);
  }

  async #write(file: string, contents: readonly unknown[], signal: AbortSignal): Promise<number[]> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await using handle = await open(file, 'wx', 0o600);
    const lengths: number[] = [];
    for (const part of contents) {
      const body = bodyOf(part);
      const bytes = Buffer.from(body?.text ?? '', body?.key === 'blob' ? 'base64' : 'utf8');
      await handle.writeFile(bytes, { signal });
      lengths.push(bytes.length);
    }
    return lengths;
  }
}

/** The text or the base64 of a part; text has precedence, as in the views. */
function bodyOf(part: unknown): { key: 'text' | 'blob'; text: string } | undefined {
  if (!isObject(part)) return undefined;
  const { text, blob } = part;
  if (typeof text === 'string') return { key: 'text', text };
  return typeof blob === 'string' ? { key: 'blob', text: blob } : undefined;
}
