import { onTestFinished } from 'vitest';
import type { Reason } from '../../../src/base/errors';
import type { Authorizers } from '../../../src/connection/authorization/authorizers';
import type { OAuthAuthorizer } from '../../../src/connection/authorization/oauthAuthorizer';
import { discard } from '../../../src/connection/transports/http/body';
import { fetchFor } from '../../../src/connection/transports/http/fetchFor';
import type { HttpFetch } from '../../../src/connection/transports/http/httpResponse';
import type { OAuthSettings } from '../../../src/ipc/authorization';
import { authorizerFor } from './authorizerFor';
import { MemoryCredentials, Person } from './person';
import { ProtectedServer, type ProtectionOptions } from './protectedServer';
import { authorized } from '../../../src/connection/authorization/authorizer';

/** A protected server until the end of the test, and everything that is needed to be let in. */
export async function openEndpoint(
  options: ProtectionOptions = {},
  oauth: OAuthSettings | ((server: ProtectedServer) => OAuthSettings) = {},
) {
  const server = await ProtectedServer.start(options);
  const settings = typeof oauth === 'function' ? oauth(server) : oauth;
  onTestFinished(() => server.close());
  const store = new MemoryCredentials();
  const person = new Person();
  const denied: Reason[] = [];
  /** Of another host, unless they are of this one. */
  const another = (ofThis?: Authorizers): { authorizer: OAuthAuthorizer; fetch: HttpFetch } => {
    const authorizer = authorizerFor(server.launch(settings), store, ofThis);
    authorizer.onDenied((reason) => denied.push(reason));
    const plain = fetchFor({ url: 'http://127.0.0.1/' });
    return { authorizer, fetch: authorized(plain, authorizer, new URL(server.url)) };
  };
  return { server, store, person, denied, another, ...another() };
}

/** A client that needs no person. */
export const machine = {
  clientId: 'machine',
  clientSecret: 'machine-secret',
  grant: 'client_credentials',
} as const;

/** The status of a request that a server without a session refuses; 200 is that of `initialize`. */
export async function ask(fetch: HttpFetch, url: string, method = 'initialize'): Promise<number> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  void discard(answer);
  return answer.status;
}
