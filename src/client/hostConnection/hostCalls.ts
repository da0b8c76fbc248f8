import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import type { McpObject } from '../../ipc/state';
import type { Reading, ToolCall } from './hostClient';
import type { HostLine } from './hostLine';
import { readFile, rm } from 'node:fs/promises';
import { isObject } from '../../base/json';
import type { ReadResult } from '../../ipc/apart';

/** The calls of a client that its host has not answered yet. */
export class HostCalls {
  readonly #open = new Map<string, NonNullable<ToolCall['onProgress']>>();

  constructor(private readonly line: () => Promise<HostLine>) {}

  /** See `HostClient`. */
  callTool(call: ToolCall, abort?: AbortSignal): Promise<McpObject> {
    return this.#during(call, (line, request) => line.send('callTool', request, abort));
  }

  /** See `HostClient`. */
  read(reading: Reading, abort?: AbortSignal): Promise<McpObject> {
    return this.#during(reading, (line, request) =>
      line.send('read', request, abort).then((result) => withLargeContents(result, abort)),
    );
  }

  /** Tells each of them of its progress. */
  listen(line: HostLine): Disposable {
    return line.on('callProgress', ({ callId, ...progress }) => this.#open.get(callId)?.(progress));
  }

  async #during<T extends Pick<ToolCall, 'onProgress' | 'callId'>>(
    { onProgress, ...call }: T,
    send: (
      line: HostLine,
      request: Omit<T, 'onProgress'> & { callId: string },
    ) => Promise<McpObject>,
  ): Promise<McpObject> {
    const { callId = randomUUID() } = call;
    if (onProgress) this.#open.set(callId, onProgress);
    try {
      return await send(await this.line(), { ...call, callId });
    } finally {
      this.#open.delete(callId);
    }
  }
}

/**
 * The result of a read as it came, except that contents which stood apart have their `bytes` in place of
 * text or base64. The file is removed.
 */
export async function withLargeContents(
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
