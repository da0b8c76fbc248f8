import {
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { messageOf, UserError } from '../../base/errors';

/** OAuth errors that pass by themselves, so that no new sign-in is needed. */
const passing: readonly string[] = ['server_error', 'temporarily_unavailable', 'too_many_requests'];

/** The failure of a request to an authorization server as a `UserError`; texts of the server are truncated. */
export function authorizationFailure(error: unknown, issuer: string): UserError {
  if (error instanceof UserError) return error;
  const options = { cause: error };
  if (error instanceof IssuerMismatchError) {
    // The response of a wrong server may be an attacker's (RFC 9207, 2.4), so that it is not shown.
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
  const message = messageOf(error);
  return new UserError('signInBroken', { issuer, message: short(withoutBody(message)) }, options);
}

/** Removes response bodies that the SDK quotes, because they may hold secrets. */
function withoutBody(message: string): string {
  const [status = ''] = /\bHTTP \d+|\bstatus \d+/.exec(message) ?? [];
  return /Raw body|failed with status/.test(message) ? status : message;
}

function short(text: string | undefined): string {
  return (text ?? '').replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300);
}
