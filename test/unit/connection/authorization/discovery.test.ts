import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchFor } from '../../../../src/connection/transports/http/fetchFor';
import type { OAuthSettings } from '../../../../src/ipc/authorization';
import { HttpProxy } from '../../../support/httpProxy';
import { serveNames } from '../../../support/nameService';
import { authorizerFor } from '../../../support/oauth/authorizerFor';
import { ask, openEndpoint } from '../../../support/oauth/openEndpoint';
import { MemoryCredentials, Person } from '../../../support/oauth/person';
import { servePort } from '../../../support/secureServer';
import { authorized } from '../../../../src/connection/authorization/authorizer';

const { signal } = new AbortController();

/** Something of this machine or its network that nobody of the internet has any business with. */
async function serveInside() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `https://rebound.example:${port}/inside`, connections: () => connections };
}

type Hop =
  | 'resource_metadata'
  | 'authorization_servers'
  | 'registration_endpoint'
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'revocation_endpoint';

/** A server of the internet, reached through a proxy, that names an address inside at one of the hops. */
async function openTrap(hop: Hop, oauth: (inside: string) => OAuthSettings = () => ({})) {
  const inside = await serveInside();
  const at = (name: Hop, right: string): string => (name === hop ? inside.url : right);
  const origins = { server: '', issuer: '' };
  const issuer: RequestListener = ({ url: path = '' }, response) => {
    const { issuer: own } = origins;
    const pages: Record<string, object> = {
      '/.well-known/oauth-authorization-server': {
        issuer: own,
        registration_endpoint: at('registration_endpoint', `${own}/register`),
        authorization_endpoint: at('authorization_endpoint', `${own}/authorize`),
        token_endpoint: at('token_endpoint', `${own}/token`),
        revocation_endpoint: at('revocation_endpoint', `${own}/revoke`),
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      },
      '/register': { client_id: 'us', redirect_uris: ['http://127.0.0.1:9/callback'] },
      '/token': { access_token: 'a', token_type: 'Bearer' },
    };
    response.end(JSON.stringify(pages[path] ?? {}));
  };
  const server: RequestListener = ({ url: path }, response) => {
    const { server: own } = origins;
    if (path === '/described') {
      const servers = [at('authorization_servers', origins.issuer)];
      response.end(JSON.stringify({ resource: `${own}/mcp`, authorization_servers: servers }));
      return;
    }
    const named = at('resource_metadata', `${own}/described`);
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${named}"` }).end();
  };
  origins.issuer = `https://id.example:${await servePort(issuer, 'good')}`;
  origins.server = `http://mcp.example:${await servePort(server)}`;
  const proxy = await new HttpProxy().listen();
  onTestFinished(() => proxy.close());
  const network = {
    httpProxy: proxy.url,
    httpsProxy: proxy.url,
    noProxy: 'rebound.example',
    strictTls: false,
  };
  serveNames({
    'mcp.example': [['8.8.8.8']],
    'id.example': [['8.8.4.4']],
    'rebound.example': [['127.0.0.1']],
  });
  const url = `${origins.server}/mcp`;
  const launch = { type: 'http', url, headers: {}, network, oauth: oauth(inside.url) } as const;
  const store = new MemoryCredentials();
  const authorizer = authorizerFor(launch, store);
  const fetch = authorized(fetchFor(launch), authorizer, new URL(url));
  return { inside, proxy, store, authorizer, fetch, url };
}

/** Agrees without opening a page: names lead elsewhere for a browser. */
class Visitor extends Person {
  override async lead({ url }: { readonly url: string }): Promise<string> {
    this.opened.push(url);
    const { searchParams } = new URL(url);
    const state = searchParams.get('state') ?? '';
    return `${this.redirectUri}?${new URLSearchParams({ code: 'c', state }).toString()}`;
  }
}

describe('a server of the internet that names something inside by a name of the internet', () => {
  test.each<Hop>([
    'resource_metadata',
    'authorization_servers',
    'registration_endpoint',
    'authorization_endpoint',
    'token_endpoint',
  ])('as %s reaches nothing', async (hop) => {
    const { inside, authorizer, store } = await openTrap(hop);
    const person = new Visitor();
    await expect(authorizer.signIn(person, signal)).rejects.toMatchObject({
      code: 'strayAddress',
      args: { url: expect.stringContaining(new URL(inside.url).host), address: '127.0.0.1' },
    });
    expect(inside.connections()).toBe(0);
    expect(person.opened.filter((page) => page.startsWith(inside.url))).toEqual([]);
    expect(store.kept.size).toBe(0);
  });

  test('as revocation_endpoint reaches nothing, and the sign-out is one all the same', async () => {
    const { inside, authorizer, store } = await openTrap('revocation_endpoint');
    await authorizer.signIn(new Visitor(), signal);
    expect(store.kept.size).toBe(1);
    await authorizer.signOut(signal);
    expect(inside.connections()).toBe(0);
    expect(store.kept.size).toBe(0);
  });

  test('reaches nothing without a sign-in, by refusing a request', async () => {
    const { inside, fetch, url } = await openTrap('resource_metadata');
    await expect(ask(fetch, url)).rejects.toMatchObject({ code: 'strayAddress' });
    expect(inside.connections()).toBe(0);
  });

  test('reaches nothing when its own name leads inside by then', async () => {
    serveNames({ 'mcp.example': [['127.0.0.1']] });
    const inside = await serveInside();
    const mcp = await servePort((_request, response) => response.writeHead(401).end());
    const launch = { type: 'http', url: `http://mcp.example:${mcp}/mcp`, headers: {} } as const;
    const authorizer = authorizerFor(launch, new MemoryCredentials());
    const resourceMetadata = new URL(inside.url.replace('rebound.example', '127.0.0.1'));
    const refusal = { status: 401, wantsProof: false } as const;
    const named = { ...refusal, remoteAddress: '8.8.8.8', resourceMetadata };
    await expect(authorizer.refused(named)).rejects.toMatchObject({ code: 'strayAddress' });
    const rebound = { ...refusal, remoteAddress: '127.0.0.1' };
    await expect(authorizer.refused(rebound)).rejects.toMatchObject({ code: 'strayAddress' });
    expect(inside.connections()).toBe(0);
  });

  test('reaches what the entry names', async () => {
    const { inside, authorizer } = await openTrap('token_endpoint', (issuer) => ({ issuer }));
    const failure = authorizer.signIn(new Visitor(), signal);
    await expect(failure).rejects.toMatchObject({ code: 'unreachable' });
    expect(inside.connections()).toBeGreaterThan(0);
  });
});

const stray = 'http://10.255.255.1/x';

describe('a document that leads astray is not followed', () => {
  test.each(['registration_endpoint', 'authorization_endpoint', 'token_endpoint'])(
    'in %s',
    async (endpoint) => {
      const authorization = { describesAlso: { [endpoint]: stray } };
      const { authorizer, person, store } = await openEndpoint({ authorization });
      const failure = authorizer.signIn(person, signal);
      await expect(failure).rejects.toMatchObject({ code: 'signInInsecure' });
      expect(person.opened.some((page) => page.startsWith(stray))).toBe(false);
      expect(store.kept.size).toBe(0);
    },
  );

  test('in what a server says of itself', async () => {
    const { server, authorizer, person } = await openEndpoint({ authorizationServer: stray });
    const failure = authorizer.signIn(person, signal);
    await expect(failure).rejects.toMatchObject({ code: 'signInInsecure' });
    expect(person.asked).toEqual([]);
    expect(server.issuer.registrations).toEqual([]);
  });

  test('in revocation_endpoint, which ends the sign-in here all the same', async () => {
    const authorization = { describesAlso: { revocation_endpoint: stray } };
    const { authorizer, person, store } = await openEndpoint({ authorization });
    await authorizer.signIn(person, signal);
    await authorizer.signOut(signal);
    expect(store.kept.size).toBe(0);
  });
});
