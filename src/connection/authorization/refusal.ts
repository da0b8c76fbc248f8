import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { remoteAddressOf } from '../transports/http/fetchFor';
import type { AccessToken, Refusal } from './authorizer';

/** The refusal in a response, if another token could help. */
export function refusalOf(answer: Response, token?: AccessToken): Refusal | undefined {
  const { status, headers } = answer;
  if (status !== 401 && status !== 403) return undefined;
  const { scope, resourceMetadataUrl, error } = extractWWWAuthenticateParams(answer);
  if (status === 403 && error !== 'insufficient_scope') return undefined;
  const wantsProof = /(?:^|,)\s*dpop\s/i.test(headers.get('www-authenticate') ?? '');
  return {
    status,
    remoteAddress: remoteAddressOf(answer),
    token,
    scope,
    resourceMetadata: resourceMetadataUrl,
    error,
    wantsProof,
  };
}
