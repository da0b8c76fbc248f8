import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../base/disposable';

export interface PortOptions {
  /** Taken when it is free; otherwise, and when absent, any. */
  readonly preferredPort?: number | undefined;
  /** Absent: the preferred port is tried at the start alone. */
  readonly otherHosts?: OtherHosts | undefined;
}

/** The other hosts that have the same preferred port. */
export interface OtherHosts {
  /** True while there is one. */
  areThere(): Promise<boolean>;
  /** Tells that one may have ended, or begun. */
  onChange(listener: () => void): Disposable;
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
  readonly #preferred: number;
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
    /** False where a program that is no host has the preferred port: it would get the tokens of entries. */
    private readonly isExpected: boolean,
  ) {
    this.#first = (first.address() as AddressInfo).port;
    this.#preferred = options.preferredPort ?? this.#first;
    this.#servers.set(this.#first, first);
  }

  /** Rejects when no port at all can be had. */
  static async open(options: PortOptions): Promise<GatewayPorts> {
    const { preferredPort = 0, otherHosts } = options;
    const preferred = await listen(preferredPort).catch(() => undefined);
    if (preferred) return new GatewayPorts(preferred, options, true);
    const isExpected = await otherHosts?.areThere();
    return new GatewayPorts(await listen(0), options, isExpected === true);
  }

  /** The port for clients that come now. */
  get current(): number {
    return this.#servers.has(this.#preferred) ? this.#preferred : this.#first;
  }

  /** The port for entries that are kept: the preferred one, also while another host has it. */
  get lasting(): number {
    return this.isExpected ? this.#preferred : this.current;
  }

  /** Every open port. */
  get all(): readonly number[] {
    return [...this.#servers.keys()];
  }

  /** Answers the requests at every port. `onMoved`: called when the preferred port was taken after the start. */
  serve(answer: RequestListener, onMoved: () => void): void {
    for (const http of this.#servers.values()) http.on('request', answer);
    if (this.#servers.has(this.#preferred)) return;
    const add = (http: Server): void => {
      this.#servers.set(this.#preferred, http.on('request', answer));
      this.#watch?.dispose();
      onMoved();
    };
    this.#watch = this.options.otherHosts?.onChange(() => {
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
    while (!this.#servers.has(this.#preferred) && !signal.aborted) {
      const http = await listen(this.#preferred).catch(() => undefined);
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
