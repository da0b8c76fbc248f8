import { UserError } from '../../base/errors';
import type { Declaration, LogLevel } from '../../ipc/requests';
import type { HostLine } from './hostLine';

/**
 * What a client wants of whatever host it is attached to, to be told to the next one, too. What it wants
 * of a server is kept while that is not declared: it may come, or come back.
 */
export class DesiredState {
  readonly #watched = new Map<string, readonly string[]>();
  readonly #levels = new Map<string, LogLevel>();
  #servers: ReadonlyMap<string, Declaration> = new Map();

  /** By id, in the order of declaration. */
  get servers(): ReadonlyMap<string, Declaration> {
    return this.#servers;
  }

  /** Gives the ids of those that were not declared before. */
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

  /** Tells a host that knows nothing yet. @throws UserError `hostGone`. */
  async tell(line: HostLine): Promise<void> {
    const servers = [...this.#servers.values()];
    await line.send('declare', { servers });
    await this.tellOf(
      line,
      servers.map(({ id }) => id),
    );
  }

  /** Tells a host what is wanted of servers that it knows by now. @throws UserError `hostGone`. */
  async tellOf(line: HostLine, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      if (this.#watched.has(id)) await this.tellWatched(line, id);
      if (this.#levels.has(id)) await this.tellLogLevel(line, id);
    }
  }

  /** @throws UserError `hostGone`. */
  async tellWatched(line: HostLine, id: string): Promise<void> {
    const uris = [...(this.#watched.get(id) ?? [])];
    await line.send('watchResources', { id, uris }).catch(ignoreUnknown);
  }

  /** @throws UserError `hostGone`. */
  async tellLogLevel(line: HostLine, id: string): Promise<void> {
    const level = this.#levels.get(id);
    await line.send('setLogLevel', { id, level }).catch(ignoreUnknown);
  }
}

/** A server that the host does not know is not declared yet, or not any more. */
function ignoreUnknown(error: unknown): void {
  if (!(error instanceof UserError) || error.code !== 'unknownServer') throw error;
}
