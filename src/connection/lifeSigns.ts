import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { Emitter } from '../base/emitter';
import type { HostTransport } from './hostTransport';

/** Cancelled calls that are remembered; who obeys never answers them. */
const keptCancelled = 64;

/**
 * What the messages of a server show of it: when it spoke last, and whether it goes on with tool calls
 * that were cancelled. Late answers to those end here.
 */
export class LifeSigns {
  readonly #heard = new Emitter<void>();
  /** Tool calls that wait for their answers, by their ids. */
  readonly #calls = new Set<unknown>();
  /** When each of them was cancelled, oldest first. */
  readonly #cancelled = new Map<unknown, number>();
  #last = performance.now();
  #ignores = false;

  readonly onHeard = this.#heard.event;

  constructor(
    /** Milliseconds that a server may take to leave a cancelled call. */
    private readonly cancelGrace: number,
    /** Told once, with the seconds that it went on. */
    private readonly onIgnored: (seconds: number) => void,
  ) {}

  /** When the server said anything last, by `performance.now()`. */
  get last(): number {
    return this.#last;
  }

  /** Listens to all that goes over a transport that is connected already. */
  watch(transport: HostTransport): void {
    const { onmessage } = transport;
    const send = transport.send.bind(transport);
    transport.onmessage = (message, extra) => {
      this.#last = performance.now();
      if (!this.#isLate(message)) onmessage?.(message, extra);
      this.#heard.fire();
    };
    transport.send = (message, options) => {
      const sent = send(message, options);
      this.#sent(message, sent);
      return sent;
    };
  }

  dispose(): void {
    this.#heard.dispose();
  }

  #sent(message: JSONRPCMessage, sent: Promise<void>): void {
    if (!('method' in message)) return;
    if (message.method === 'tools/call' && 'id' in message) {
      this.#calls.add(message.id);
      sent.catch(() => this.#calls.delete(message.id));
    } else if (message.method === 'notifications/cancelled') {
      this.#onCancelled(message.params?.['requestId']);
    }
  }

  #onCancelled(id: unknown): void {
    if (!this.#calls.delete(id)) return;
    this.#cancelled.set(id, performance.now());
    const [oldest] = this.#cancelled.keys();
    if (this.#cancelled.size > keptCancelled) this.#cancelled.delete(oldest);
  }

  /** Whether a message belongs to a call that was cancelled. */
  #isLate(message: JSONRPCMessage): boolean {
    const id = requestOf(message);
    if (!('method' in message)) this.#calls.delete(id);
    const since = this.#cancelled.get(id);
    if (since === undefined) return false;
    const time = performance.now() - since;
    if (time >= this.cancelGrace && !this.#ignores) {
      this.#ignores = true;
      this.onIgnored(Math.round(time / 1_000));
    }
    return true;
  }
}

/** The request that a message answers or tells the progress of; the SDK takes its id as the token. */
function requestOf(message: JSONRPCMessage): unknown {
  if (!('method' in message)) return message.id;
  return message.method === 'notifications/progress'
    ? message.params?.['progressToken']
    : undefined;
}
