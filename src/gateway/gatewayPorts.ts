import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../base/disposable';

export interface PortOptions {
  /** Taken when it is free; otherwise, and when absent, any. */
  readonly preferredPort?: number | undefined;
  /** Tells that the preferred port may be free by now; absent: it is tried at the start alone. */
  readonly onPortMayBeFree?: ((listener: () => void) => Disposable) | undefined;
}

/**
 * Milliseconds after which an idle connection is closed. Agents pause for seconds between two calls, and a request that
 * is sent while its connection closes fails.
 */
const idleConnection = 60_000;

/** Milliseconds before each further try, because a host that ends closes its port shortly before or after it tells. */
const pauses = [50, 200, 800, 3_200];

/**
 * The ports of a gateway on the loopback interface. Where another host has the preferred one, any other stands in for it
 * until that host ends. The stand-in stays open then, because windows and sessions use it.
 */
export class GatewayPorts {
  /** The preferred port, or the first one where none is preferred. */
  readonly lasting: number;
  readonly #servers = new Map<number, Server>();
  readonly #first: number;
  readonly #closing = new AbortController();
  #watch: Disposable | undefined;
  #trying: Promise<void> | undefined;
  /** The pauses before the tries that are left. */
  #left: number[] = [];

  private constructor(
    first: Server,
    private readonly options: PortOptions,
  ) {
    this.#first = (first.address() as AddressInfo).port;
    this.lasting = options.preferredPort ?? this.#first;
    this.#servers.set(this.#first, first);
  }

  /** Rejects when no port at all can be had. */
  static async open(options: PortOptions): Promise<GatewayPorts> {
    const first = await listen(options.preferredPort ?? 0).catch(() => listen(0));
    return new GatewayPorts(first, options);
  }

  /** The port for clients that come now. */
  get current(): number {
    return this.#servers.has(this.lasting) ? this.lasting : this.#first;
  }

  /** Every open port. */
  get all(): readonly number[] {
    return [...this.#servers.keys()];
  }

  /** Answers the requests at every port. `onMoved`: called when the preferred port was taken after the start. */
  serve(answer: RequestListener, onMoved: () => void): void {
    for (const http of this.#servers.values()) http.on('request', answer);
    if (this.#servers.has(this.lasting)) return;
    const add = (http: Server): void => {
      this.#servers.set(this.lasting, http.on('request', answer));
      this.#watch?.dispose();
      onMoved();
    };
    this.#watch = this.options.onPortMayBeFree?.(() => {
      this.#left = [...pauses];
      this.#trying ??= this.#tryPreferred(add).finally(() => {
        this.#trying = undefined;
      });
    });
  }

  /** Ends every connection; resolves when the ports are free. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#watch?.dispose();
    await Promise.all([...Array.from(this.#servers.values(), closed), this.#trying]);
  }

  async #tryPreferred(add: (http: Server) => void): Promise<void> {
    const { signal } = this.#closing;
    while (!this.#servers.has(this.lasting) && !signal.aborted) {
      const http = await listen(this.lasting).catch(() => undefined);
      if (http) return signal.aborted ? closed(http) : add(http);
      const pause = this.#left.shift();
      if (pause === undefined) return;
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

function listen(port: number): Promise<Server> {
  const http = createServer({ keepAliveTimeout: idleConnection });
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen({ host: '127.0.0.1', port }, () => {
      http.off('error', reject);
      resolve(http);
    });
  });
}

function closed(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
}
