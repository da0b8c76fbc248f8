/** A client that writes requests and reads answers, and does nothing else. */
export interface ThinClient {
  call(tool: string, args: object): Promise<unknown>;
  close(): unknown;
}

type Request = (method: string, params: object) => Promise<unknown>;

/** Greets a server. What the client calls goes by `request`. */
export async function thinClient(
  request: Request,
  close: () => unknown,
  protocolVersion = '2025-11-25',
): Promise<ThinClient> {
  const clientInfo = { name: 'raw', version: '1' };
  await request('initialize', { protocolVersion, capabilities: {}, clientInfo });
  return { call: (name, args) => request('tools/call', { name, arguments: args }), close };
}

/** Requests whose answers come by one stream. */
export class Answers {
  readonly #waiting = new Map<number, (message: unknown) => void>();
  #last = 0;

  /** Resolves with the answer to the request that `write` gets as a text, or rejects as `write` says. */
  to(
    method: string,
    params: object,
    write: (text: string, fail: (error: Error) => void) => void,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = (this.#last += 1);
      this.#waiting.set(id, resolve);
      write(JSON.stringify({ jsonrpc: '2.0', id, method, params }), reject);
    });
  }

  received(text: string): void {
    const message = JSON.parse(text) as { readonly id?: number };
    if (message.id === undefined) return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}
