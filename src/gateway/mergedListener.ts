import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import type { LogLevel } from '../contract/requests';
import type { Moved, ServerListener } from '../supervisor/serverUser';
import type { GatewayServer } from './gatewayServer';

type Members = ReadonlySignal<readonly GatewayServer[]>;

/** Keeps something for each server that is there, until the whole is disposed of. */
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

/** Listens to several servers for one client: each is told what of its wishes concerns it. */
export class MergedListener implements ServerListener {
  readonly #listeners = new Map<GatewayServer, ServerListener>();
  readonly #stop: Disposable;
  #uris: ReadonlySet<string> = new Set();
  #level: LogLevel | undefined;
  #moved: Moved | undefined;

  constructor(
    members: Members,
    private readonly serverOf: (uri: string) => GatewayServer | undefined,
  ) {
    this.#stop = withEach(members, (server) => this.#begin(server), this.#listeners);
  }

  watchResources(uris: ReadonlySet<string>): void {
    this.#uris = uris;
    for (const [server, listener] of this.#listeners) listener.watchResources(this.#urisOf(server));
  }

  setLogLevel(level: LogLevel | undefined): void {
    this.#level = level;
    for (const listener of this.#listeners.values()) listener.setLogLevel(level);
  }

  moveTo(moved: Moved): void {
    this.#moved = moved;
    for (const listener of this.#listeners.values()) listener.moveTo(moved);
  }

  dispose(): void {
    this.#stop.dispose();
  }

  #begin(server: GatewayServer): ServerListener {
    const listener = server.listen();
    if (this.#level) listener.setLogLevel(this.#level);
    const uris = this.#urisOf(server);
    if (uris.size > 0) listener.watchResources(uris);
    if (this.#moved) listener.moveTo(this.#moved);
    return listener;
  }

  #urisOf(server: GatewayServer): ReadonlySet<string> {
    return new Set([...this.#uris].filter((uri) => this.serverOf(uri) === server));
  }
}
