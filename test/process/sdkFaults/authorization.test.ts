import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  UnauthorizedError as UnauthorizedV2,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, connectOptions } from '../../support/connect';
import { authorizerFor } from '../../support/oauth/authorizerFor';
import { MemoryCredentials, Person } from '../../support/oauth/person';
import { ProtectedServer } from '../../support/oauth/protectedServer';
import { sdkLines, stillWrong } from '../../support/sdkFaults/bareClients';

async function protectedServer(): Promise<ProtectedServer> {
  const server = await ProtectedServer.start({ server: { json: true } });
  onTestFinished(() => server.close());
  return server;
}

const call = { name: 'echo', arguments: { text: 'in' } };
const refreshesOf = ({ issuer }: ProtectedServer): unknown[] =>
  issuer.tokenRequests.filter(({ grant_type: grant }) => grant === 'refresh_token');

// A refresh token that comes twice is taken for stolen, and everything it gave is taken back (OAuth 2.1, 4.3.1).
describe('five calls that are refused at once, where refresh tokens rotate', () => {
  it('are repeated after one refresh', async () => {
    const server = await protectedServer();
    const { signal } = new AbortController();
    const authorizer = authorizerFor(server.launch(), new MemoryCredentials());
    await authorizer.signIn(new Person(), signal);
    const connection = await connect(server.launch(), { ...connectOptions(), signal, authorizer });
    onTestFinished(() => connection.close());
    server.issuer.expire();
    const calls = Array.from({ length: 5 }, () => connection.request('tools/call', call));
    for (const answer of await Promise.all(calls)) {
      expect(answer).toMatchObject({ content: [{ text: 'in' }] });
    }
    expect(refreshesOf(server)).toHaveLength(1);
  });

  const [, second] = sdkLines;
  if (!second) throw new Error('there is no second line');
  it(`cost the sign-in with ${second.name}`, async () => {
    const server = await protectedServer();
    const provider = new BareProvider();
    const transport = (): HttpV2 => new HttpV2(new URL(server.url), { authProvider: provider });
    const client = new ClientV2({ name: 'bare', version: '1' }, { capabilities: {} });
    const first = transport();
    const refused: unknown = await client.connect(first).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnauthorizedV2);
    await first.finishAuth(new URL(provider.callback).searchParams);
    await client.close();
    await client.connect(transport());
    onTestFinished(() => client.close());
    server.issuer.expire();
    await stillWrong(second, async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 5 }, () => client.callTool(call)),
      );
      expect(outcomes.map(({ status }) => status)).toContain('rejected');
      expect(refreshesOf(server).length).toBeGreaterThan(1);
    });
  });
});

/** Keeps what the SDK gives it, and follows redirects as the person of the other test does. */
class BareProvider implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:9/callback';
  readonly clientMetadata = {
    client_name: 'bare',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  callback = '';
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.#client;
  }
  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#client = client;
  }
  tokens(): OAuthTokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  async redirectToAuthorization(url: URL): Promise<void> {
    const answer = await fetch(url, { redirect: 'manual' });
    this.callback = answer.headers.get('location') ?? this.callback;
  }
}
