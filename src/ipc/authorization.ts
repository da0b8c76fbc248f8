import * as z from 'zod/mini';

/** A person's identity at an enterprise's identity provider (enterprise-managed authorization). */
const identitySchema = z.object({
  /** The identity provider. */
  issuer: z.string(),
  /** Its token endpoint; found by its own metadata if absent. */
  tokenEndpoint: z.optional(z.string()),
  clientId: z.string(),
  clientSecret: z.optional(z.string()),
  /** The token of the person's sign-in there. */
  idToken: z.string(),
});

/** An entry's settings of the client that is registered with the authorization server; holds secrets. */
export const oauthSettingsSchema = z.object({
  clientId: z.optional(z.string()),
  clientSecret: z.optional(z.string()),
  /** The authorization server that the client is registered with; no other one gets its secrets. */
  issuer: z.optional(z.string()),
  /** The https address of a client metadata document of ours, where the person has put one up. */
  clientMetadataUrl: z.optional(z.string()),
  /** The grant by which a token is got without a person; absent: a person signs in. */
  grant: z.optional(z.enum(['client_credentials', 'jwt-bearer', 'enterprise'])),
  /** PEM (PKCS #8): the client proves its identity by signing (`private_key_jwt`). */
  privateKey: z.optional(z.string()),
  /** The algorithm of the private key, `ES256` unless given. */
  algorithm: z.optional(z.string()),
  /** The workload's own token, of the grant `jwt-bearer`. */
  assertion: z.optional(z.string()),
  identity: z.optional(identitySchema),
});
export type OAuthSettings = z.infer<typeof oauthSettingsSchema>;

/** The server that needs a sign-in, and the authorization server; shown to the person. */
const occasionSchema = z.object({
  /** The id of the server, as the client knows it. */
  id: z.string(),
  /** The address of the server, without parts that may be secret. */
  server: z.string(),
  /** The authorization server. */
  issuer: z.string(),
});
export type SignInOccasion = z.infer<typeof occasionSchema>;

/**
 * The redirect URI of a client that a person has registered, if its port is free: some authorization servers compare
 * the port as well. It is the port of VS Code's own sign-ins.
 */
export const enteredRedirect = 'http://127.0.0.1:33418/callback';

/** The host's requests to a client that stores credentials and leads people through sign-ins. */
export const credentialRequests = {
  /** The credentials under a key: text that only the host reads. */
  loadCredentials: {
    params: z.object({ key: z.string() }),
    result: z.object({ credentials: z.optional(z.string()) }),
  },
  /** Stores credentials, or removes them where none are given. */
  storeCredentials: {
    params: z.object({ key: z.string(), credentials: z.optional(z.string()) }),
    result: z.null(),
  },
  /**
   * Asks whether the person wants to sign in, and gets ready for the answer. `redirectUri`: where answers
   * are registered to come, so that the client is not registered again.
   */
  prepareSignIn: {
    params: z.extend(occasionSchema, { redirectUri: z.optional(z.string()) }),
    result: z.object({ redirectUri: z.string() }),
  },
  /** Opens the page and waits for the address that the person is sent back to. Cancelling ends both. */
  leadSignIn: {
    params: z.extend(occasionSchema, { redirectUri: z.string(), url: z.string() }),
    result: z.object({ callback: z.string() }),
  },
} as const;

/** The host's events for such a client. */
export const credentialEvents = {
  /** The prepared sign-in was dropped, so no answer to it is awaited any more. */
  signInDropped: { params: z.object({ id: z.string() }) },
} as const;

/** A client's requests for signing in and out; each is a person's gesture. */
export const signInRequests = {
  /** Signs in where the server needs it, and starts it. */
  signIn: { params: z.object({ id: z.string() }), result: z.null() },
  /** Forgets the tokens and the registration, revokes them as far as that is possible, and ends the server. */
  signOut: { params: z.object({ id: z.string() }), result: z.null() },
} as const;

/** Reasons with which a server waits for a person to sign in. */
const waiting: ReadonlySet<string> = new Set([
  'signInNeeded',
  'signInEnded',
  'signInMoreRights',
  'signInNoClient',
  'signInCancelled',
  'signInRefused',
  'signInTimedOut',
]);

/** True if a server that failed for this reason waits for a person to sign in. */
export function waitsForSignIn({ code }: { readonly code: string }): boolean {
  return waiting.has(code);
}
