import { UserError } from '../../src/base/errors';
import type { Authorizer } from '../../src/connection/authorization/authorizer';
import { discover } from '../../src/connection/authorization/discovery';
import { webFetch } from '../../src/connection/authorization/webResponse';
import { fetchFor } from '../../src/connection/transports/http/fetchFor';
import { waitsForSignIn, type OAuthSettings } from '../../src/ipc/authorization';
import { authorizerFor } from '../support/oauth/authorizerFor';
import { MemoryCredentials, Person } from '../support/oauth/person';

/** What a scenario tells of the client that it knows, see `MCP_CONFORMANCE_CONTEXT`. */
export interface AuthorizationContext {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly issuer?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly valid_jwt?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_issuer?: string;
  readonly idp_token_endpoint?: string;
}

/** Where the suite says that a metadata document of its client stands. */
export const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';

/**
 * Gets requests let in with a person standing by who signs in whenever that is wanted, and who enters where a
 * client without a person belongs: no scenario tells that.
 */
export function headlessAuthorizer(
  url: string,
  scenario: string,
  context: AuthorizationContext,
): Authorizer {
  const store = new MemoryCredentials();
  const settings = settingsOf(scenario, context);
  const withSettings = (oauth: OAuthSettings) =>
    authorizerFor({ type: 'http', url, headers: {}, oauth }, store);
  let oauth = withSettings(settings);
  const person = new Person();
  let wasAsked = false;
  return {
    token: (signal) => oauth.token(signal),
    refused: async (refusal, signal) => {
      if (settings.grant && settings.issuer === undefined) {
        const { resourceMetadata } = refusal;
        const fetch = webFetch(fetchFor({ url }));
        const place = await discover(new URL(url), { fetch, resourceMetadata });
        oauth = withSettings({ ...settings, ...(place && { issuer: place.issuer }) });
      }
      try {
        const token = await oauth.refused(refusal, signal);
        // A server that describes nothing is signed in at only because the person wants to.
        if (token || refusal.status === 403 || wasAsked) return token;
      } catch (error) {
        if (!(error instanceof UserError && waitsForSignIn(error))) throw error;
      }
      wasAsked = true;
      await oauth.signIn(person, new AbortController().signal);
      return oauth.token(signal);
    },
    onSignedIn: (listener) => oauth.onSignedIn(listener),
  };
}

function settingsOf(scenario: string, context: AuthorizationContext): OAuthSettings {
  const { client_id, client_secret, issuer, private_key_pem, signing_algorithm } = context;
  const client = {
    clientMetadataUrl,
    ...(client_id !== undefined && { clientId: client_id }),
    ...(client_secret !== undefined && { clientSecret: client_secret }),
    ...(issuer !== undefined && { issuer }),
  };
  if (context.idp_id_token !== undefined) {
    const { idp_issuer = '', idp_client_id = '', idp_id_token } = context;
    const { idp_token_endpoint: tokenEndpoint } = context;
    const identity = {
      issuer: idp_issuer,
      clientId: idp_client_id,
      idToken: idp_id_token,
      ...(tokenEndpoint !== undefined && { tokenEndpoint }),
    };
    return { ...client, grant: 'enterprise', identity };
  }
  if (context.valid_jwt !== undefined) {
    return { ...client, grant: 'jwt-bearer', assertion: context.valid_jwt };
  }
  if (!scenario.startsWith('auth/client-credentials')) return client;
  return {
    ...client,
    grant: 'client_credentials',
    ...(private_key_pem !== undefined && { privateKey: private_key_pem }),
    ...(signing_algorithm !== undefined && { algorithm: signing_algorithm }),
  };
}
