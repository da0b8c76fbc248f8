import { createHash, createHmac, randomBytes } from 'node:crypto';
import { canonicalJson } from '../../base/json';
import type { OAuthSettings } from '../../ipc/authorization';
import type { ResolvedHttp, ResolvedLaunch } from '../../ipc/launch';
import type { Nearness } from '../../network/nearness';
import { isHttpUrl } from '../../network/urlOf';
import { hasHeader } from '../../protocol/headers';
import type { HttpFetch } from '../transports/http/httpResponse';
import { Account } from './account';
import type { CredentialStore } from './credentials';
import { OAuthAuthorizer } from './oauthAuthorizer';

interface AccountInUse {
  readonly account: Account;
  users: number;
}

/** The authorizers of a host. Authorizers of one server and client share an account, over whatever network. */
export class Authorizers {
  readonly #accounts = new Map<string, AccountInUse>();
  /** Hashes the keys of accounts, because settings may hold secrets. */
  readonly #hashKey = randomBytes(32);

  constructor(
    private readonly store: CredentialStore,
    private readonly fetchOf: (launch: ResolvedHttp, nearest: Nearness) => HttpFetch,
  ) {}

  /** The number of accounts in use. */
  get size(): number {
    return this.#accounts.size;
  }

  /**
   * The authorizer of a launch, to be disposed of by the caller; `undefined` for stdio servers and for launches with
   * an `Authorization` header of their own.
   */
  of(launch: ResolvedLaunch): OAuthAuthorizer | undefined {
    if (launch.type === 'stdio' || !isHttpUrl(launch.url)) return undefined;
    if (hasHeader(launch.headers, 'authorization')) return undefined;
    const server = new URL(launch.url);
    const settings = launch.oauth ?? {};
    const { account, release } = this.#use(server, settings);
    return new OAuthAuthorizer({
      server,
      settings,
      account,
      fetchWithin: (nearest) => this.fetchOf(launch, nearest),
      release,
    });
  }

  #use(server: URL, settings: OAuthSettings): { account: Account; release: () => void } {
    const storeKey = keyOf(server, settings);
    // Tokens got without a person belong to the holder of the secrets.
    const secrets = settings.grant === undefined ? {} : settings;
    const key = createHmac('sha256', this.#hashKey)
      .update(canonicalJson([storeKey, secrets]))
      .digest('base64url');
    const inUse = this.#accounts.get(key) ?? {
      account: new Account(storeKey, this.store),
      users: 0,
    };
    this.#accounts.set(key, inUse);
    inUse.users += 1;
    const release = (): void => {
      inUse.users -= 1;
      void this.#drop(key, inUse);
    };
    return { account: inUse.account, release };
  }

  /** Removes an unused account once its credentials are saved. */
  async #drop(key: string, inUse: AccountInUse): Promise<void> {
    await inUse.account.idle();
    if (inUse.users === 0 && !inUse.account.isUnsaved) this.#accounts.delete(key);
  }
}

/** The key under which credentials are stored: a hash, because the URL of a server may hold secrets. */
function keyOf(server: URL, { clientId, grant }: OAuthSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([server.href, clientId ?? '', grant ?? '']))
    .digest('base64url');
}
