import type { OAuthTokens } from '@modelcontextprotocol/client';
import * as z from 'zod/mini';
import { parsedJson } from '../../base/json';

/** A client of one authorization server. */
const clientSchema = z.object({
  id: z.string(),
  secret: z.optional(z.string()),
  /** The authentication method of its registration. */
  method: z.optional(z.string()),
  /** Epoch milliseconds; absent if its secret does not expire. */
  expiresAt: z.optional(z.number()),
  /** The redirect URI that we registered it for. */
  registeredFor: z.optional(z.string()),
});
export type OAuthClient = z.infer<typeof clientSchema>;

const tokensSchema = z.object({
  access: z.string(),
  type: z.string(),
  refresh: z.optional(z.string()),
});
export type Tokens = z.infer<typeof tokensSchema>;

/** The stored result of a sign-in, valid at its issuer only. */
const credentialsSchema = z.object({
  issuer: z.string(),
  client: clientSchema,
  /** The scope that was requested last, whatever was granted. */
  asked: z.optional(z.string()),
  /** Absent once they were revoked. */
  tokens: z.optional(tokensSchema),
  /** The private key (JWK) that the tokens are bound to (RFC 9449). */
  proofKey: z.optional(z.record(z.string(), z.unknown())),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** The credentials in a stored text; `undefined` if it is malformed. */
export function readCredentials(text = ''): Credentials | undefined {
  return credentialsSchema.safeParse(parsedJson(text)).data;
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

/**
 * Stores credentials where only the person's own windows can read them: in their secret store. They are text that
 * only the host understands.
 */
export interface CredentialStore {
  /** @throws UserError `signInNoWindow` if no window is connected to store them. */
  load(key: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Resolves once they are stored, or removed if there are none.
   * @throws as {@link load}.
   */
  store(key: string, credentials: string | undefined, signal: AbortSignal): Promise<void>;
  /** Runs a task while no other host of this machine uses the same credentials; absent if there is no other host. */
  alone?<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Resolves when a read shows what another host has stored by now; absent if there is no other host. */
  settled?(signal: AbortSignal): Promise<void>;
}
