import type { OAuthTokens } from '@modelcontextprotocol/client';
import * as z from 'zod';

/** A client of one authorization server. */
const clientSchema = z.object({
  id: z.string(),
  secret: z.string().optional(),
  /** How it proves who it is, where its registration says so. */
  method: z.string().optional(),
  /** Epoch milliseconds; absent: its secret stays good. */
  expiresAt: z.number().optional(),
  /** We registered it, for this address only. */
  registeredFor: z.string().optional(),
});
export type OAuthClient = z.infer<typeof clientSchema>;

const tokensSchema = z.object({
  access: z.string(),
  type: z.string(),
  refresh: z.string().optional(),
});
export type Tokens = z.infer<typeof tokensSchema>;

/** What is kept of a sign-in. Good at the issuer that gave it, and at no other. */
const credentialsSchema = z.object({
  issuer: z.string(),
  client: clientSchema,
  /** The scope that the person was asked for last, whatever was granted. */
  asked: z.string().optional(),
  /** Absent once they were taken back. */
  tokens: tokensSchema.optional(),
  /** The private key (JWK) that the tokens are bound to (RFC 9449). */
  proofKey: z.record(z.string(), z.unknown()).optional(),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** What was written by {@link writeCredentials}; `undefined` for anything else. */
export function readCredentials(text: string | undefined): Credentials | undefined {
  if (text === undefined) return undefined;
  try {
    return credentialsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The text to be kept; it holds secrets. */
export function writeCredentials(credentials: Credentials): string {
  return JSON.stringify(credentials);
}

/** What an authorization server gave. */
export function tokensOf(given: OAuthTokens): Tokens {
  return {
    access: given.access_token,
    type: given.token_type,
    ...(given.refresh_token !== undefined && { refresh: given.refresh_token }),
  };
}

/** The texts in it that must not be shown anywhere. */
export function secretsOf({ client, tokens }: Credentials): string[] {
  return [client.secret, tokens?.access, tokens?.refresh].filter((text) => text !== undefined);
}
