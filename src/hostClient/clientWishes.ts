import type { Channel } from '../contract/channel';
import { hostRequests, type Declaration, type LogLevel } from '../contract/requests';

/** What a client wants of whatever host it is attached to, to be told to the next one, too. */
export class ClientWishes {
  readonly #watched = new Map<string, readonly string[]>();
  readonly #levels = new Map<string, LogLevel>();
  #servers: ReadonlyMap<string, Declaration> = new Map();

  /** By id, in the order of declaration. */
  get servers(): ReadonlyMap<string, Declaration> {
    return this.#servers;
  }

  /** What is wanted of a server goes with it. */
  declare(servers: readonly Declaration[]): void {
    this.#servers = new Map(servers.map((server) => [server.id, server]));
    for (const wishes of [this.#watched, this.#levels]) {
      for (const id of wishes.keys()) if (!this.#servers.has(id)) wishes.delete(id);
    }
  }

  watch(id: string, uris: readonly string[]): void {
    if (uris.length > 0) this.#watched.set(id, uris);
    else this.#watched.delete(id);
  }

  setLogLevel(id: string, level: LogLevel | undefined): void {
    if (level) this.#levels.set(id, level);
    else this.#levels.delete(id);
  }

  /** Tells a host that knows nothing yet. @throws UserError `hostGone`. */
  async tell(channel: Channel): Promise<void> {
    await channel.send(hostRequests.declare, { servers: [...this.#servers.values()] });
    for (const [id, uris] of this.#watched) {
      await channel.send(hostRequests.watchResources, { id, uris: [...uris] });
    }
    for (const [id, level] of this.#levels) {
      await channel.send(hostRequests.setLogLevel, { id, level });
    }
  }
}
