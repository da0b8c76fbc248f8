import {
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { UserError } from '../../base/errors';

/** What an authorization server says that may do better in a moment: nobody has to sign in for that. */
const passing: readonly string[] = ['server_error', 'temporarily_unavailable', 'too_many_requests'];

/** What went wrong with an authorization server, as a `UserError`; what it says is cut short. */
export function authorizationFailure(error: unknown, issuer: string): UserError {
  if (error instanceof UserError) return error;
  const options = { cause: error };
  if (error instanceof IssuerMismatchError) {
    // What came with an answer of the wrong server may be an attacker's (RFC 9207, 2.4): it is not shown.
    return error.kind === 'metadata'
      ? new UserError('signInIssuerDiffers', { issuer, named: short(error.received) }, options)
      : new UserError('signInForged', { issuer }, options);
  }
  if (error instanceof InsecureTokenEndpointError) {
    return new UserError('signInInsecure', { issuer }, options);
  }
  if (error instanceof RegistrationRejectedError) {
    return new UserError('signInNotRegistered', { issuer, status: error.status }, options);
  }
  if (error instanceof OAuthError && !passing.includes(error.code)) {
    const says = { error: short(error.code), message: short(error.message) };
    return new UserError('signInRefused', { issuer, ...says }, options);
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new UserError('signInServerSilent', { issuer }, options);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new UserError('signInBroken', { issuer, message: short(withoutBody(message)) }, options);
}

/** The SDK quotes answers that it does not understand; they may hold anything. */
function withoutBody(message: string): string {
  const [status = ''] = /\bHTTP \d+|\bstatus \d+/.exec(message) ?? [];
  return /Raw body|failed with status/.test(message) ? status : message;
}

function short(text: string | undefined): string {
  return (text ?? '').replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300);
}
