import {
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
  exchangeJwtAuthGrant,
  discoverAndRequestJwtAuthGrant,
  fetchToken,
  requestJwtAuthorizationGrant,
  type FetchLike,
  type OAuthClientProvider,
  refreshAuthorization,
} from '@modelcontextprotocol/client';
import { UserError } from '../../base/errors';
import type { OAuthSettings } from '../../ipc/authorization';
import { tokensOf, type Credentials, type Tokens } from './credentials';
import { proofOf } from './dpop';
import type { AuthorizationServer } from './discovery';
import { clientInformation, enteredClient } from './oauthClient';

/**
 * Gets a token without a person: by client credentials with a secret or a signature (SEP-1046), a workload's own
 * token (RFC 7523), or an enterprise's identity provider (SEP-990).
 * @throws UserError `signInNoClient`, `signInOtherIssuer`, `signInIncomplete`; errors of the SDK.
 */
export async function machineGrant(
  authServer: AuthorizationServer,
  settings: OAuthSettings,
  scope: string | undefined,
  fetch: FetchLike,
): Promise<Credentials> {
  const { issuer, metadata, resource } = authServer;
  const client = enteredClient(issuer, settings);
  if (!client) throw new UserError('signInNoClient', { issuer });
  // Without a person's consent, the MCP server must not choose who gets the secrets.
  if (settings.issuer === undefined) throw new UserError('signInIncomplete', { key: 'issuer' });
  const given =
    settings.grant === 'enterprise'
      ? await enterpriseGrant(authServer, settings, scope, fetch)
      : await fetchToken(providerOf(issuer, settings), issuer, {
          ...(metadata && { metadata }),
          resource: new URL(resource),
          ...(scope !== undefined && { scope }),
          fetchFn: fetch,
        });
  return { issuer, client, ...(scope !== undefined && { asked: scope }), tokens: tokensOf(given) };
}

function providerOf(issuer: string, settings: OAuthSettings): OAuthClientProvider {
  const { clientId = '', clientSecret, privateKey, algorithm = 'ES256', assertion } = settings;
  const client = { clientId, expectedIssuer: issuer };
  if (settings.grant === 'jwt-bearer') {
    if (assertion === undefined) throw new UserError('signInIncomplete', { key: 'assertion' });
    const provider = new ClientCredentialsProvider({ ...client, clientSecret: clientSecret ?? '' });
    const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    provider.prepareTokenRequest = (scope) =>
      new URLSearchParams({ grant_type, assertion, ...(scope && { scope }) });
    provider.clientInformation = () =>
      clientInformation({ id: clientId, ...(clientSecret && { secret: clientSecret }) });
    return provider;
  }
  if (privateKey !== undefined)
    return new PrivateKeyJwtProvider({ ...client, privateKey, algorithm });
  if (clientSecret === undefined) throw new UserError('signInIncomplete', { key: 'clientSecret' });
  return new ClientCredentialsProvider({ ...client, clientSecret });
}

async function enterpriseGrant(
  { issuer, metadata, resource }: AuthorizationServer,
  { clientId = '', clientSecret, identity }: OAuthSettings,
  scope: string | undefined,
  fetchFn: FetchLike,
) {
  if (!identity) throw new UserError('signInIncomplete', { key: 'identity' });
  const wanted = scope === undefined ? {} : { scope };
  const { tokenEndpoint } = identity;
  const request = {
    audience: issuer,
    resource,
    idToken: identity.idToken,
    clientId: identity.clientId,
    ...(identity.clientSecret !== undefined && { clientSecret: identity.clientSecret }),
    ...wanted,
    fetchFn,
  };
  const { jwtAuthGrant } =
    tokenEndpoint === undefined
      ? await discoverAndRequestJwtAuthGrant({ ...request, idpUrl: identity.issuer })
      : await requestJwtAuthorizationGrant({ ...request, tokenEndpoint });
  return exchangeJwtAuthGrant({
    tokenEndpoint: metadata?.token_endpoint ?? new URL('/token', issuer),
    jwtAuthGrant,
    clientId,
    ...(clientSecret === undefined ? { authMethod: 'none' as const } : { clientSecret }),
    fetchFn,
  });
}

/** New tokens for a refresh token. Where the response has a new refresh token, the old one is invalid. */
export async function refreshGrant(
  { issuer, metadata, resource }: AuthorizationServer,
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

/** Revokes tokens, the refresh token first, if the server supports that (RFC 7009). */
export async function revoke(
  { metadata }: AuthorizationServer,
  { client, tokens }: Credentials,
  fetch: FetchLike,
): Promise<void> {
  const endpoint =
    metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  if (endpoint === undefined || !tokens) return;
  for (const kind of ['refresh', 'access'] as const) {
    const token = tokens[kind];
    if (token === undefined) continue;
    const form = new URLSearchParams({ token, token_type_hint: `${kind}_token` });
    const headers = new Headers({ 'Content-Type': 'application/x-www-form-urlencoded' });
    if (client.secret === undefined || client.method === 'client_secret_post') {
      form.set('client_id', client.id);
      if (client.secret !== undefined) form.set('client_secret', client.secret);
    } else {
      const pair = [client.id, client.secret].map(encodeURIComponent).join(':');
      headers.set('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
    }
    const answer = await fetch(endpoint, { method: 'POST', headers, body: form });
    await answer.body?.cancel();
  }
}
