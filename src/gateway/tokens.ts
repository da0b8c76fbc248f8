import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BoundedSet } from '../base/bounded';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { ChatSessions } from './chatSessions';
import type { GatewayServer, Grant } from './gatewayServer';

interface Entry {
  readonly hash: Buffer;
  readonly grant: Grant;
  readonly abort: AbortController;
}

type FindServer = (id: string) => GatewayServer | undefined;

/** A token that a window has issued, which opens its servers until the window leaves. */
export interface TakenToken extends Disposable {
  /** Ends it where the window stays, with every other window too. */
  revoke(): void;
}

/** Tokens that are remembered after their windows have left, and after they were revoked. */
const mostRemembered = 200;

/**
 * The tokens of attached windows and of their external clients, 32 random bytes each. A window brings its token to
 * later hosts, so that sessions outlive a host. Only hashes are kept, besides what open connections sent, and a token is
 * compared with all of them in constant time.
 */
export class Tokens {
  readonly #entries = new Set<Entry>();
  /** The tokens whose windows have left and may come back. */
  readonly #away = new BoundedSet<{ readonly hash: Buffer; readonly leftAt: number }>(
    mostRemembered,
  );
  /** Hashes of tokens that a window has revoked: another one may have a copy of its memory. */
  readonly #revoked = new BoundedSet<string>(mostRemembered);
  /** The latest token of each connection, because mostly it sends the same with each request. */
  readonly #latest = new WeakMap<object, { readonly token: string; readonly hash: Buffer }>();
  readonly #opened = new Emitter<void>();
  /** Fired when a token may open another server. */
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
   * Takes a token that a window has issued, by its hash, until the window leaves; none that was revoked. If two
   * windows have the same memory, it opens the first one's servers.
   */
  take(hash: string, server: FindServer): TakenToken {
    const bytes = Buffer.from(hash, 'base64url');
    if (bytes.length !== hashLength || this.#revoked.has(hash))
      return { dispose: () => undefined, revoke: () => undefined };
    const entry = this.#add(bytes, server);
    return {
      dispose: () => {
        if (!this.#entries.has(entry)) return;
        this.#forget(bytes);
        this.#away.add({ hash: bytes, leftAt: performance.now() });
        this.#end(entry);
      },
      revoke: () => {
        this.#forget(bytes);
        this.#revoked.add(hash);
        for (const one of this.#entries) if (one.hash.equals(bytes)) this.#end(one);
      },
    };
  }

  /** Revokes a token at once, and all that is under way with it. */
  revoke(token: string): void {
    const entry = this.#find(hashOf(token));
    if (entry) this.#end(entry);
  }

  /** The access that a token gives; `connection`: the one that it came over. */
  open(token: string, connection?: object): Grant | undefined {
    return this.#find(this.#hashOf(token, connection))?.grant;
  }

  /**
   * When the window of a token left, by `performance.now()`. `undefined` for a token that was revoked, and for one whose
   * window was never there.
   */
  leftAt(token: string, connection?: object): number | undefined {
    return withHash(this.#away, this.#hashOf(token, connection))?.leftAt;
  }

  /** Notifies waiting requests that a token opens another server by now. */
  announce(): void {
    this.#opened.fire();
  }

  #add(hash: Buffer, server: FindServer, chat?: ChatSessions): Entry {
    const abort = new AbortController();
    const entry = { hash, abort, grant: { server, chat, revoked: abort.signal } };
    this.#entries.add(entry);
    this.#forget(hash);
    this.announce();
    return entry;
  }

  #end(entry: Entry): void {
    this.#entries.delete(entry);
    entry.abort.abort();
  }

  #forget(hash: Buffer): void {
    const away = withHash(this.#away, hash);
    if (away) this.#away.delete(away);
  }

  /** Compared only with what the same connection has sent, so that its time tells nothing of other tokens. */
  #hashOf(token: string, connection?: object): Buffer {
    if (!connection) return hashOf(token);
    const latest = this.#latest.get(connection);
    if (latest?.token === token) return latest.hash;
    const hash = hashOf(token);
    this.#latest.set(connection, { token, hash });
    return hash;
  }

  #find(hash: Buffer): Entry | undefined {
    return withHash(this.#entries, hash);
  }
}

/** The first entry with a hash; compares all of them, so that the time tells nothing. */
function withHash<E extends { readonly hash: Buffer }>(
  entries: Iterable<E>,
  hash: Buffer,
): E | undefined {
  let found: E | undefined;
  for (const entry of entries) if (timingSafeEqual(entry.hash, hash)) found ??= entry;
  return found;
}

const hashLength = 32;

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
