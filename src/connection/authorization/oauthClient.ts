import {
  isHttpsUrl,
  registerClient,
  type FetchLike,
  type OAuthClientInformationMixed,
} from '@modelcontextprotocol/client';
import { UserError } from '../../base/errors';
import type { OAuthSettings } from '../../ipc/authorization';
import type { OAuthClient } from './credentials';
import type { AuthorizationServer } from './discovery';

/** Our name on the pages of authorization servers. */
const clientName = 'MCP Roundhouse';

interface ClientOptions {
  readonly settings: OAuthSettings;
  /** The client of the previous sign-in at this issuer. */
  readonly known?: OAuthClient | undefined;
  readonly redirectUri: string;
  readonly scope: string | undefined;
  readonly fetch: FetchLike;
}

/**
 * The client to sign in with, in the order of the specification (2026-07-28, client registration): the configured
 * one, our metadata document, or one that is registered now.
 * @throws UserError `signInNoClient` if a person has to enter one.
 */
export async function oauthClient(
  { issuer, metadata }: AuthorizationServer,
  { settings, known, redirectUri, scope, fetch }: ClientOptions,
): Promise<OAuthClient> {
  const entered = enteredClient(issuer, settings);
  if (entered) return entered;
  const { clientMetadataUrl } = settings;
  if (metadata?.client_id_metadata_document_supported && isHttpsUrl(clientMetadataUrl)) {
    return { id: clientMetadataUrl ?? '' };
  }
  if (known?.registeredFor === redirectUri && !isExpired(known)) return known;
  if (metadata && !metadata.registration_endpoint)
    throw new UserError('signInNoClient', { issuer });
  const given = await registerClient(issuer, {
    ...(metadata && { metadata }),
    clientMetadata: {
      client_name: clientName,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: methodFor(metadata?.token_endpoint_auth_methods_supported),
      application_type: 'native',
    },
    ...(scope !== undefined && { scope }),
    fetchFn: fetch,
  });
  const { client_secret: secret, token_endpoint_auth_method: method } = given;
  const expires = given.client_secret_expires_at ?? 0;
  return {
    id: given.client_id,
    ...(secret !== undefined && { secret }),
    ...(method !== undefined && { method }),
    ...(expires > 0 && { expiresAt: expires * 1_000 }),
    registeredFor: redirectUri,
  };
}

/**
 * The configured client.
 * @throws UserError `signInOtherIssuer` if it belongs to another authorization server.
 */
export function enteredClient(
  issuer: string,
  { clientId, clientSecret, issuer: owner }: OAuthSettings,
): OAuthClient | undefined {
  if (clientId === undefined) return undefined;
  if (owner !== undefined && owner.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
    throw new UserError('signInOtherIssuer', { issuer, owner });
  }
  return { id: clientId, ...(clientSecret !== undefined && { secret: clientSecret }) };
}

/** The client in the form of the SDK. */
export function clientInformation({
  id,
  secret,
  method,
}: OAuthClient): OAuthClientInformationMixed {
  return {
    client_id: id,
    ...(secret !== undefined && { client_secret: secret }),
    ...(method !== undefined && { token_endpoint_auth_method: method }),
  };
}

function isExpired({ expiresAt }: OAuthClient): boolean {
  return expiresAt !== undefined && expiresAt <= Date.now();
}

/**
 * The authentication method to register. A native program uses no secret unless the server insists (RFC 8252, 8.5).
 */
function methodFor(supported: readonly string[] = ['none']): string {
  return (
    ['none', 'client_secret_basic'].find((one) => supported.includes(one)) ?? 'client_secret_post'
  );
}
