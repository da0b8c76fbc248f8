import type { FetchLike } from '@modelcontextprotocol/client';
import { canonicalJson } from '../../base/json';
import { isHttpUrl } from '../../config/httpUrl';
import type { ResolvedHttp, ResolvedLaunch } from '../../contract/launch';
import type { CredentialStore } from './credentialStore';
import { OAuthAuthorizer } from './oauthAuthorizer';

/** The authorizers of a host: one for all who reach a server in the same way, so that they refresh together. */
export class Authorizers {
  readonly #known = new Map<string, OAuthAuthorizer>();

  constructor(
    private readonly store: CredentialStore,
    private readonly fetchOf: (launch: ResolvedHttp) => FetchLike,
  ) {}

  /** `undefined` where the entry itself says what a request carries, or there is no network. */
  of(launch: ResolvedLaunch): OAuthAuthorizer | undefined {
    if (launch.type === 'stdio' || !isHttpUrl(launch.url)) return undefined;
    if (new Headers(launch.headers).has('authorization')) return undefined;
    const { headers: _own, type: _type, ...way } = launch;
    const key = canonicalJson(way);
    let authorizer = this.#known.get(key);
    if (!authorizer) {
      const url = new URL(launch.url);
      const ports = { store: this.store, fetch: this.fetchOf(launch) };
      authorizer = new OAuthAuthorizer(url, launch.oauth ?? {}, ports);
      this.#known.set(key, authorizer);
    }
    return authorizer;
  }
}
