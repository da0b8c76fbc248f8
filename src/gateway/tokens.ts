import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { ChatSessions } from './chatSessions';
import type { GatewayAccess, GatewayServer, Grant } from './gatewayServer';

interface Entry {
  readonly hash: Buffer;
  readonly grant: Grant;
  readonly abort: AbortController;
}

type FindServer = (id: string) => GatewayServer | undefined;

/**
 * The tokens of attached windows and of their external clients, 32 random bytes each. A window brings its token to
 * later hosts, so that sessions outlive a host. Only hashes are kept, besides what open connections sent, and a token is
 * compared with all of them in constant time.
 */
export class Tokens implements GatewayAccess {
  readonly #entries = new Set<Entry>();
  /** The latest token of each connection, because mostly it sends the same with each request. */
  readonly #latest = new WeakMap<object, { readonly token: string; readonly hash: Buffer }>();
  readonly #opened = new Emitter<void>();
  readonly onOpened: Event<void> = this.#opened.event;

  /** A token that opens the servers that `server` finds: the `wanted` one unless that is taken, else a new one. */
  issue(server: FindServer, wanted?: string): string {
    const isFree = wanted !== undefined && !this.#find(hashOf(wanted));
    const token = isFree ? wanted : newToken();
    this.#add(hashOf(token), server, new ChatSessions());
    return token;
  }

  /** A token for an external client of a window. */
  issueToExternalClient(server: FindServer): string {
    const token = newToken();
    this.#add(hashOf(token), server);
    return token;
  }

  /**
   * Takes a token that a window has issued, by its hash, until disposed of. If two windows have the same memory, it
   * opens the first one's servers.
   */
  take(hash: string, server: FindServer): Disposable {
    const bytes = Buffer.from(hash, 'base64url');
    if (bytes.length !== hashLength) return { dispose: () => undefined };
    const entry = this.#add(bytes, server);
    return { dispose: () => this.#end(entry) };
  }

  /** Revokes a token at once, and all that is under way with it. */
  revoke(token: string): void {
    const entry = this.#find(hashOf(token));
    if (entry) this.#end(entry);
  }

  open(token: string, connection?: object): Grant | undefined {
    return this.#find(connection ? this.#hashOf(token, connection) : hashOf(token))?.grant;
  }

  /** Notifies waiting requests that a token opens another server by now. */
  announce(): void {
    this.#opened.fire();
  }

  #add(hash: Buffer, server: FindServer, chat?: ChatSessions): Entry {
    const abort = new AbortController();
    const entry = { hash, abort, grant: { server, chat, revoked: abort.signal } };
    this.#entries.add(entry);
    this.announce();
    return entry;
  }

  #end(entry: Entry): void {
    this.#entries.delete(entry);
    entry.abort.abort();
  }

  /** Compared only with what the same connection has sent, so that its time tells nothing of other tokens. */
  #hashOf(token: string, connection: object): Buffer {
    const latest = this.#latest.get(connection);
    if (latest?.token === token) return latest.hash;
    const hash = hashOf(token);
    this.#latest.set(connection, { token, hash });
    return hash;
  }

  #find(hash: Buffer): Entry | undefined {
    let found: Entry | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(entry.hash, hash)) found ??= entry;
    return found;
  }
}

const hashLength = 32;

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
