import { effect, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../../base/disposable';
import type { LogLevel } from '../../ipc/requests';
import type { ReportedRoots, ServerListener } from '../../servers/serverClients';
import type { GatewayServer } from '../gatewayServer';

/** Looks up the servers of resources. */
interface Owners {
  serverOf(uri: string): GatewayServer | undefined;
}

type Members = ReadonlySignal<readonly GatewayServer[]>;

/** Holds a disposable for each present server, until the whole is disposed of. */
export function withEach<T extends Disposable>(
  members: Members,
  keep: (server: GatewayServer) => T,
  kept = new Map<GatewayServer, T>(),
): Disposable {
  const end = effect(() => {
    const now = new Set(members.value);
    for (const [server, item] of kept) {
      if (now.has(server)) continue;
      kept.delete(server);
      item.dispose();
    }
    for (const server of now) if (!kept.has(server)) kept.set(server, keep(server));
  });
  return {
    dispose: () => {
      end();
      for (const item of kept.values()) item.dispose();
      kept.clear();
    },
  };
}

/** Listens to several servers for one client. Each gets the subscriptions that concern it. */
export class MergedListener implements ServerListener {
  readonly #listeners = new Map<GatewayServer, ServerListener>();
  readonly #stop: Disposable;
  readonly #stopRouting: () => void;
  /** The resources that each server was last told to watch. */
  readonly #watched = new WeakMap<ServerListener, ReadonlySet<string>>();
  #uris: ReadonlySet<string> = new Set();
  #level: LogLevel | undefined;
  #moved: ReportedRoots | undefined;

  constructor(
    members: Members,
    private readonly owners: ReadonlySignal<Owners>,
  ) {
    this.#stop = withEach(members, (server) => this.#begin(server), this.#listeners);
    // The server of a resource may become known later, or change.
    this.#stopRouting = effect(() => {
      this.#route(members.value, owners.value);
    });
  }

  watchResources(uris: ReadonlySet<string>): void {
    this.#uris = uris;
    this.#route([...this.#listeners.keys()], this.owners.peek());
  }

  setLogLevel(level: LogLevel | undefined): void {
    this.#level = level;
    for (const listener of this.#listeners.values()) listener.setLogLevel(level);
  }

  reportRoots(moved: ReportedRoots): void {
    this.#moved = moved;
    for (const listener of this.#listeners.values()) listener.reportRoots(moved);
  }

  dispose(): void {
    this.#stopRouting();
    this.#stop.dispose();
  }

  #begin(server: GatewayServer): ServerListener {
    const listener = server.listen();
    if (this.#level) listener.setLogLevel(this.#level);
    if (this.#moved) listener.reportRoots(this.#moved);
    return listener;
  }

  /** Has each server watch the resources that are its own by now. */
  #route(servers: readonly GatewayServer[], owners: Owners): void {
    const own = new Map<GatewayServer | undefined, Set<string>>();
    for (const uri of this.#uris) {
      const owner = owners.serverOf(uri);
      own.set(owner, (own.get(owner) ?? new Set()).add(uri));
    }
    for (const server of servers) {
      const listener = this.#listeners.get(server);
      const uris = own.get(server) ?? new Set();
      if (!listener || isSame(uris, this.#watched.get(listener) ?? new Set())) continue;
      this.#watched.set(listener, uris);
      untracked(() => listener.watchResources(uris));
    }
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((item) => other.has(item));
}
