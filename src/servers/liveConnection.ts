import { DisposableStore, type Disposable } from '../base/disposable';
import type { Reason } from '../base/errors';
import type { Connection } from '../connection/connection';
import type { McpObject } from '../ipc/state';
import { HealthCheck, type HealthLimits } from './healthCheck';
import type { OpenCalls } from './openCalls';
import type { ServerEvent } from './transition';

/** What a server says by itself, as it came. */
export interface ServerNotification {
  readonly method: string;
  readonly params: McpObject;
}

/** What happens to a connection that is there. */
export interface ConnectionListener {
  /** Once, when it is no more, or the server behind it; `uptime` in milliseconds. */
  lost(reason: Reason, uptime: number): void;
  told(notification: ServerNotification): void;
  /** Tells it what is wanted of it, until it is no more. */
  follow(connection: Connection): Disposable;
  /** What its health means for the state. */
  apply(event: ServerEvent): void;
}

/** A connection that is up, with all that listens to it and watches it until it is closed. */
export class LiveConnection {
  readonly #store = new DisposableStore();
  readonly #closed = new AbortController();
  /** Whatever becomes of it, it is of no use any more. */
  readonly lose: (reason: Reason) => void;

  constructor(
    readonly connection: Connection,
    calls: OpenCalls,
    health: HealthLimits,
    listener: ConnectionListener,
  ) {
    const since = performance.now();
    this.lose = (reason) => {
      // What it still says, or fails to, must not pass for the state of its successor.
      this.#store.dispose();
      // Never 0, which is the uptime of what did not come up.
      listener.lost(reason, performance.now() - since + 1);
    };
    this.#store.add(() => this.#closed.abort());
    this.#store.add(connection.onLost(this.lose));
    this.#store.add(connection.onNotification((told) => listener.told(told)));
    this.#store.add(listener.follow(connection));
    const apply = (event: ServerEvent): void => listener.apply(event);
    this.#store.add(new HealthCheck(connection, calls, health, { apply, lost: this.lose }));
  }

  /** Aborts when it is closed. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Listens no more, then ends the connection; resolves when no process is left. */
  async close(): Promise<void> {
    this.#store.dispose();
    await this.connection.close();
  }
}
