import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { GatewayAccess, GatewayServer, Grant } from './gatewayServer';

interface Entry {
  readonly hash: Buffer;
  readonly grant: Grant;
  readonly abort: AbortController;
}

/**
 * The tokens of the windows that are attached, one for each, 32 random bytes each; a window has its token
 * taken by the hosts that follow. Only hashes are kept, and a token is compared with all of them in constant time.
 */
export class Tokens implements GatewayAccess {
  readonly #entries = new Set<Entry>();

  /** A token that opens the servers that `server` finds: the `wanted` one unless that is taken, else a new one. */
  issue(server: (id: string) => GatewayServer | undefined, wanted?: string): string {
    const isFree = wanted !== undefined && !this.#find(wanted);
    const token = isFree ? wanted : randomBytes(32).toString('base64url');
    const abort = new AbortController();
    this.#entries.add({ hash: hashOf(token), abort, grant: { server, revoked: abort.signal } });
    return token;
  }

  /** Ends what the token opened, at once. */
  revoke(token: string): void {
    const entry = this.#find(token);
    if (!entry) return;
    this.#entries.delete(entry);
    entry.abort.abort();
  }

  open(token: string): Grant | undefined {
    return this.#find(token)?.grant;
  }

  #find(token: string): Entry | undefined {
    const hash = hashOf(token);
    let found: Entry | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(entry.hash, hash)) found = entry;
    return found;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
