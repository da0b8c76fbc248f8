import type { OAuthTokens } from '@modelcontextprotocol/client';
import * as z from 'zod';

/** A client of one authorization server. */
const clientSchema = z.object({
  id: z.string(),
  secret: z.string().optional(),
  /** The authentication method of its registration. */
  method: z.string().optional(),
  /** Epoch milliseconds; absent if its secret does not expire. */
  expiresAt: z.number().optional(),
  /** The redirect URI that we registered it for. */
  registeredFor: z.string().optional(),
});
export type OAuthClient = z.infer<typeof clientSchema>;

const tokensSchema = z.object({
  access: z.string(),
  type: z.string(),
  refresh: z.string().optional(),
});
export type Tokens = z.infer<typeof tokensSchema>;

/** The stored result of a sign-in, valid at its issuer only. */
const credentialsSchema = z.object({
  issuer: z.string(),
  client: clientSchema,
  /** The scope that was requested last, whatever was granted. */
  asked: z.string().optional(),
  /** Absent once they were revoked. */
  tokens: tokensSchema.optional(),
  /** The private key (JWK) that the tokens are bound to (RFC 9449). */
  proofKey: z.record(z.string(), z.unknown()).optional(),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** The credentials in a stored text; `undefined` if it is malformed. */
export function readCredentials(text: string | undefined): Credentials | undefined {
  if (text === undefined) return undefined;
  try {
    return credentialsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The text to store; it holds secrets. */
export function writeCredentials(credentials: Credentials): string {
  return JSON.stringify(credentials);
}

/** The tokens in a response of an authorization server. */
export function tokensOf(given: OAuthTokens): Tokens {
  return {
    access: given.access_token,
    type: given.token_type,
    ...(given.refresh_token !== undefined && { refresh: given.refresh_token }),
  };
}

/** The secrets of the credentials, to be redacted. */
export function secretsOf({ client, tokens }: Credentials): string[] {
  return [client.secret, tokens?.access, tokens?.refresh].filter((text) => text !== undefined);
}
