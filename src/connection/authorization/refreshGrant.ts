import { refreshAuthorization, type FetchLike } from '@modelcontextprotocol/client';
import { tokensOf, type Credentials, type Tokens } from './credentials';
import type { SignInPlace } from './discovery';
import { clientInformation } from './oauthClient';
import { proofOf } from './proofKey';

/** New tokens for a refresh token. Where the response has a new refresh token, the old one is invalid. */
export async function refreshGrant(
  { issuer, metadata, resource }: SignInPlace,
  { client, tokens, refresh, proofKey }: Credentials & { readonly refresh: string },
  fetch: FetchLike,
): Promise<Tokens> {
  const isBound = tokens?.type.toLowerCase() === 'dpop' && proofKey !== undefined;
  const given = await refreshAuthorization(issuer, {
    ...(metadata && { metadata }),
    clientInformation: clientInformation(client),
    refreshToken: refresh,
    resource,
    ...(isBound && { dpop: await proofOf(proofKey) }),
    fetchFn: fetch,
  });
  return tokensOf(given);
}
