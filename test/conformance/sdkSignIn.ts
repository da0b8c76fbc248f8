import {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  DpopSession,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { clientMetadataUrl, type AuthorizationContext } from './headlessAuthorizer';

/** How the SDK's own client signs in, with the callback of a page that was followed without a browser. */
export interface SdkSignIn {
  readonly provider: OAuthClientProvider;
  /** The answer of the page that the SDK wanted opened last. */
  readonly callback: () => URLSearchParams | undefined;
}

/** The SDK's own provider where it has one for the scenario, else one that keeps everything in memory. */
export function sdkSignIn(scenario: string, context: AuthorizationContext): SdkSignIn {
  const provider = withoutPage(scenario, context);
  if (provider) return { provider, callback: () => undefined };
  return withPage(scenario, context);
}

function withoutPage(
  scenario: string,
  context: AuthorizationContext,
): OAuthClientProvider | undefined {
  const { client_id: clientId = '', client_secret: clientSecret = '', issuer } = context;
  const expected = issuer === undefined ? {} : { expectedIssuer: issuer };
  const {
    idp_id_token: idToken,
    idp_token_endpoint: tokenEndpoint = '',
    idp_client_id = '',
  } = context;
  if (idToken !== undefined) {
    return new CrossAppAccessProvider({
      clientId,
      clientSecret,
      ...expected,
      assertion: async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
        const grant = await requestJwtAuthorizationGrant({
          tokenEndpoint,
          audience: authorizationServerUrl,
          resource: resourceUrl,
          idToken,
          clientId: idp_client_id,
          fetchFn,
          ...(scope !== undefined && { scope }),
        });
        return grant.jwtAuthGrant;
      },
    });
  }
  if (!scenario.startsWith('auth/client-credentials')) return undefined;
  const { private_key_pem: privateKey, signing_algorithm: algorithm = 'ES256' } = context;
  return privateKey === undefined
    ? new ClientCredentialsProvider({ clientId, clientSecret, ...expected })
    : new PrivateKeyJwtProvider({ clientId, privateKey, algorithm, ...expected });
}

function withPage(scenario: string, { client_id, client_secret }: AuthorizationContext): SdkSignIn {
  let client: StoredOAuthClientInformation | undefined =
    client_id === undefined
      ? undefined
      : { client_id, ...(client_secret !== undefined && { client_secret }) };
  let tokens: StoredOAuthTokens | undefined;
  let verifier = '';
  let callback: URLSearchParams | undefined;
  const proof = scenario.startsWith('auth/dpop') ? DpopSession.create() : undefined;
  const redirectUrl = 'http://127.0.0.1:9/callback';
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadataUrl,
    clientMetadata: {
      client_name: 'bare',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => client,
    saveClientInformation: (information) => void (client = information),
    tokens: () => tokens,
    saveTokens: (next) => void (tokens = next),
    saveCodeVerifier: (next) => void (verifier = next),
    codeVerifier: () => verifier,
    redirectToAuthorization: async (url) => {
      const { headers, body } = await fetch(url, { redirect: 'manual' });
      await body?.cancel();
      callback = new URL(headers.get('location') ?? '').searchParams;
    },
    ...(proof && { dpop: () => proof }),
  };
  return { provider, callback: () => callback };
}
