import { Authorizers } from '../../../src/connection/authorization/authorizers';
import type { OAuthAuthorizer } from '../../../src/connection/authorization/oauthAuthorizer';
import { fetchFor } from '../../../src/connection/transports/http/fetchFor';
import type { ResolvedHttp } from '../../../src/ipc/launch';
import type { CredentialStore } from '../../../src/connection/authorization/credentials';

/** The authorizer of a host that is the only one to use this server; `authorizers` where it is not. */
export function authorizerFor(
  launch: ResolvedHttp,
  store: CredentialStore,
  authorizers = new Authorizers(store, fetchFor),
): OAuthAuthorizer {
  const authorizer = authorizers.of(launch);
  if (!authorizer) throw new Error('it is let in by its headers');
  return authorizer;
}
