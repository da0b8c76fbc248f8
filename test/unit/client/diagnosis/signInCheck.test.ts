import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { SignInBounds } from '../../../../src/network/signInBounds';
import {
  issuerUrls,
  challengeUrl,
  resourceUrls,
  checkSignIn,
} from '../../../../src/client/diagnosis/signInCheck';
import { servePort } from '../../../support/secureServer';

type Pages = Record<string, object | string | { readonly location: string }>;

/** A server whose pages are made with its own origin; every request is noted. */
async function serve(pagesOf: (origin: string) => Pages) {
  const asked: string[] = [];
  let pages: Pages = {};
  const port = await servePort((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    asked.push(path);
    const page = pages[path];
    if (page === undefined) response.writeHead(404).end();
    else if (typeof page === 'object' && 'location' in page) {
      response.writeHead(302, { location: page.location }).end();
    } else response.end(typeof page === 'string' ? page : JSON.stringify(page));
  });
  const origin = `http://127.0.0.1:${port}`;
  pages = pagesOf(origin);
  const find = (challenge?: string) => {
    const server = new URL(`${origin}/mcp`);
    const bounds = new SignInBounds(server, {});
    const signal = AbortSignal.timeout(10_000);
    return checkSignIn(server, challenge, { bounds, signal, network: {}, roots: [] });
  };
  return { origin, asked, find };
}

const resourcePath = '/.well-known/oauth-protected-resource/mcp';
const issuerPath = '/.well-known/oauth-authorization-server/login';

function metadata(origin: string): Record<string, unknown> {
  return {
    issuer: `${origin}/login`,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    code_challenge_methods_supported: ['S256'],
  };
}

function pages(origin: string, issuer: object = metadata(origin)): Pages {
  return {
    [resourcePath]: { resource: `${origin}/mcp`, authorization_servers: [`${origin}/login`] },
    [issuerPath]: issuer,
  };
}

test('a sign-in that is described well, with or without an address in the challenge', async () => {
  const { find, origin, asked } = await serve((own) => ({
    ...pages(own),
    '/elsewhere': { resource: own, authorization_servers: [`${own}/login`] },
  }));
  const good = {
    outcome: 'ok',
    reason: { code: 'signInDescribed', args: { issuer: `${origin}/login` } },
  };
  expect(await find()).toEqual(good);
  expect(asked).toEqual([resourcePath, issuerPath]);
  const challenge = `Bearer error="invalid_token", resource_metadata="${origin}/elsewhere"`;
  expect(await find(challenge)).toEqual(good);
  expect(asked.slice(2)).toEqual(['/elsewhere', issuerPath]);
});

test('the authorization server at the origin of a server of before 2025-06-18', async () => {
  const { find, origin } = await serve((own) => ({
    '/.well-known/oauth-authorization-server': { ...metadata(own), issuer: own },
  }));
  expect(await find()).toMatchObject({ outcome: 'ok', reason: { args: { issuer: origin } } });
});

test.each<[string, (origin: string) => Pages]>([
  ['signInNotDescribed', () => ({})],
  [
    'signInOtherResource',
    (own) => ({ ...pages(own), [resourcePath]: { resource: 'https://a.b/' } }),
  ],
  ['signInNoServer', (own) => ({ [resourcePath]: { resource: `${own}/mcp` } })],
  ['signInServerSilent', (own) => ({ [resourcePath]: pages(own)[resourcePath] ?? '' })],
  [
    'signInIssuerDiffers',
    (own) => pages(own, { ...metadata(own), issuer: 'https://evil.example' }),
  ],
  ['signInEndpointMissing', (own) => pages(own, { ...metadata(own), token_endpoint: 7 })],
  ['signInNoPkce', (own) => pages(own, { ...metadata(own), code_challenge_methods_supported: [] })],
])('%s', async (code, pagesOf) => {
  const { find } = await serve(pagesOf);
  expect(await find()).toMatchObject({ outcome: 'warning', reason: { code } });
});

test('few redirects are followed, over HTTP only, and no body without end is read', async () => {
  const redirected = await serve((own) => ({
    ...pages(own),
    [resourcePath]: { location: '/moved' },
    '/moved': { resource: own, authorization_servers: [`${own}/login`] },
  }));
  expect(await redirected.find()).toMatchObject({ outcome: 'ok' });
  const endless = await serve(() => ({ [resourcePath]: { location: resourcePath } }));
  expect(await endless.find()).toMatchObject({ reason: { code: 'signInNotDescribed' } });
  expect(endless.asked.filter((path) => path === resourcePath)).toHaveLength(4);
  const file = await serve(() => ({ [resourcePath]: { location: 'file:///etc/passwd' } }));
  expect(await file.find()).toMatchObject({ reason: { code: 'signInNotDescribed' } });
  const huge = await serve(() => ({ [resourcePath]: JSON.stringify('x'.repeat(300 * 1024)) }));
  expect(await huge.find()).toMatchObject({ reason: { code: 'signInNotDescribed' } });
  const junk = await serve(() => ({ [resourcePath]: '<html>', '/.well-known/x': {} }));
  expect(await junk.find()).toMatchObject({ reason: { code: 'signInNotDescribed' } });
});

test('where descriptions stand', () => {
  const texts = (urls: readonly URL[]): string[] => urls.map(({ pathname }) => pathname);
  expect(texts(resourceUrls(new URL('https://a.b/mcp/')))).toEqual([
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource',
  ]);
  expect(texts(issuerUrls(new URL('https://a.b/t')))).toEqual([
    '/.well-known/oauth-authorization-server/t',
    '/.well-known/openid-configuration/t',
    '/t/.well-known/openid-configuration',
  ]);
  expect(texts(issuerUrls(new URL('https://a.b')))).toEqual([
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ]);
  expect(challengeUrl('Bearer resource_metadata=https://a.b/x, scope="s"')?.href).toBe(
    'https://a.b/x',
  );
  expect(challengeUrl('Bearer resource_metadata="file:///x"')).toBeUndefined();
  expect(challengeUrl(undefined)).toBeUndefined();
});
