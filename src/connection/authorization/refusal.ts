import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { headerOf, type HttpResponse } from '../transports/http/httpResponse';
import type { AccessToken, Refusal } from './authorizer';
import { webResponse } from './webResponse';

/** The refusal in a response, if another token could help. */
export function refusalOf(answer: HttpResponse, token?: AccessToken): Refusal | undefined {
  const { status, remoteAddress } = answer;
  if (status !== 401 && status !== 403) return undefined;
  const { scope, resourceMetadataUrl, error } = extractWWWAuthenticateParams(webResponse(answer));
  if (status === 403 && error !== 'insufficient_scope') return undefined;
  const wantsProof = /(?:^|,)\s*dpop\s/i.test(headerOf(answer, 'www-authenticate') ?? '');
  return {
    status,
    remoteAddress,
    token,
    scope,
    resourceMetadata: resourceMetadataUrl,
    error,
    wantsProof,
  };
}
