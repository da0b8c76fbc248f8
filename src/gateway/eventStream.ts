import type { ServerResponse } from 'node:http';

/** Milliseconds between comments on a quiet stream: clients give up a body that is silent. */
const heartbeat = 15_000;
/** Bytes that may wait for a client that does not read; then its stream is cut. */
const mostUnread = 64 * 1024 * 1024;

/** A response that is a stream of server-sent events, each a JSON-RPC message. */
export class EventStream {
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly response: ServerResponse) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    this.#timer = setInterval(() => response.write(': still here\n\n'), heartbeat).unref();
    response.once('close', () => clearInterval(this.#timer));
  }

  /** Whether the client reads more slowly than it is written to. */
  get isBehind(): boolean {
    return this.response.writableNeedDrain;
  }

  onClose(listener: () => void): void {
    this.response.once('close', listener);
  }

  /** What comes after the end is lost. */
  send(message: string): void {
    if (this.response.writableEnded) return;
    if (this.response.writableLength > mostUnread) this.response.destroy();
    else this.response.write(`event: message\ndata: ${message}\n\n`);
  }

  end(): void {
    clearInterval(this.#timer);
    this.response.end();
  }
}
