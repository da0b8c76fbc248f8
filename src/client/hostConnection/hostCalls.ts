import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import type { McpObject } from '../../ipc/state';
import type { Reading, ToolCall } from './hostClient';
import type { HostLine } from './hostLine';
import { takeApart } from '../launch/takeApart';

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
      line.send('read', request, abort).then((result) => takeApart(result, abort)),
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
