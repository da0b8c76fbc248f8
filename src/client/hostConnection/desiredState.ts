import { UserError } from '../../base/errors';
import type { Declaration, LogLevel } from '../../ipc/requests';
import type { HostRpc } from './hostRpc';

/**
 * A client's declarations, watched resources and log levels, which it sends to each new host. An undeclared server
 * keeps its watched resources and log level, because it may come back.
 */
export class DesiredState {
  readonly #watched = new Map<string, readonly string[]>();
  readonly #levels = new Map<string, LogLevel>();
  #servers: ReadonlyMap<string, Declaration> = new Map();

  /** By id, in the order of declaration. */
  get servers(): ReadonlyMap<string, Declaration> {
    return this.#servers;
  }

  /** Replaces the declarations; returns the ids that are new. */
  declare(servers: readonly Declaration[]): string[] {
    const before = this.#servers;
    this.#servers = new Map(servers.map((server) => [server.id, server]));
    return [...this.#servers.keys()].filter((id) => !before.has(id));
  }

  watch(id: string, uris: readonly string[]): void {
    if (uris.length > 0) this.#watched.set(id, uris);
    else this.#watched.delete(id);
  }

  setLogLevel(id: string, level: LogLevel | undefined): void {
    if (level) this.#levels.set(id, level);
    else this.#levels.delete(id);
  }

  /** Sends everything to a new host. @throws UserError `hostGone`. */
  async sendAll(rpc: HostRpc): Promise<void> {
    const servers = [...this.#servers.values()];
    await rpc.send('declare', { servers });
    const ids = servers.map(({ id }) => id);
    await this.sendOf(rpc, ids);
  }

  /** Sends what is wanted of servers that the host knows by now. @throws UserError `hostGone`. */
  async sendOf(rpc: HostRpc, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (this.#watched.has(id)) await this.sendWatched(rpc, id);
      if (this.#levels.has(id)) await this.sendLogLevel(rpc, id);
    }
  }

  /** @throws UserError `hostGone`. */
  async sendWatched(rpc: HostRpc, id: string): Promise<void> {
    const uris = [...(this.#watched.get(id) ?? [])];
    await rpc.send('watchResources', { id, uris }).catch(ignoreUnknown);
  }

  /** @throws UserError `hostGone`. */
  async sendLogLevel(rpc: HostRpc, id: string): Promise<void> {
    const level = this.#levels.get(id);
    await rpc.send('setLogLevel', { id, level }).catch(ignoreUnknown);
  }
}

/** A server that the host does not know is not declared yet, or not any more. */
function ignoreUnknown(error: unknown): void {
  if (!(error instanceof UserError) || error.code !== 'unknownServer') throw error;
}
