import type { RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { Network } from '../../../../src/network/network';
import { userAgent } from '../../../../src/protocol/meta';
import type { OAuthSettings } from '../../../../src/ipc/authorization';
import { httpChecks, checkProxy } from '../../../../src/client/diagnosis/httpChecks';
import { runChecks } from '../../../../src/client/diagnosis/check';
import { freePort } from '../../../../src/client/launch/debuggedLaunch';
import { HttpProxy } from '../../../support/httpProxy';
import { SocksProxy } from '../../../support/socksProxy';
import { serveNames } from '../../../support/nameService';
import { certificateFile, servePort } from '../../../support/secureServer';

const { signal } = new AbortController();
const trusting: Network = { caFiles: [certificateFile('authority')] };

/** What the checks of an address say, as `check outcome code`. */
async function found(
  url: string,
  network: Network = trusting,
  headers: Record<string, string> = {},
) {
  const results = await runChecks(httpChecks({ type: 'http', url, headers, network }), { signal });
  return results.map(({ check, outcome, reason }) => `${check} ${outcome} ${reason.code}`);
}

test('a good server over HTTPS passes every check, by its name and by its address', async () => {
  const port = await servePort((_request, response) => response.writeHead(405).end(), 'good');
  const way = ['connection ok connectionTaken', 'tls ok tlsGood', 'http ok httpAnswers'];
  const before = ['proxy ok proxyUnset', 'certificates ok extraCertificates'];
  expect(await found(`https://localhost:${port}/mcp`)).toEqual([
    ...before,
    'name ok nameKnown',
    ...way,
  ]);
  expect(await found(`https://127.0.0.1:${port}/mcp`)).toEqual([...before, ...way]);
});

test.each([
  ['self', 'tlsSelfSigned', { subject: 'localhost', until: '2120-01-01' }],
  ['expired', 'tlsExpired', { subject: 'localhost', until: '2020-01-01' }],
  ['future', 'tlsNotYetValid', { subject: 'localhost', from: '2119-01-01' }],
  ['other', 'tlsOtherHost', { host: 'localhost', names: ['shop.example', 'www.shop.example'] }],
])('the certificate %s is told as %s, and nothing is sent', async (certificate, code, args) => {
  let requests = 0;
  const port = await servePort((_request, response) => {
    requests += 1;
    response.end();
  }, certificate);
  const url = `https://localhost:${port}/`;
  const launch = { type: 'http', url, headers: {}, network: trusting } as const;
  const results = await runChecks(httpChecks(launch), { signal });
  expect(results.find(({ check }) => check === 'tls')).toMatchObject({
    outcome: 'failed',
    reason: { code, args },
  });
  expect(results.at(-1)).toMatchObject({ check: 'http', outcome: 'skipped' });
  expect(requests).toBe(0);
});

test('an authority that this machine does not know, and one whose file is faulty', async () => {
  const port = await servePort((_request, response) => response.end(), 'good');
  const url = `https://localhost:${port}/`;
  expect(await found(url, {})).toContain('tls failed tlsIssuerUnknown');
  const faulty = { caFiles: ['/no/such/file.pem'] };
  const results = await found(url, faulty);
  expect(results).toContain('certificates warning extraCertificatesUnreadable');
  expect(results).toContain('tls failed tlsIssuerUnknown');
});

test('plain HTTP where TLS is meant, and TLS where plain HTTP is meant', async () => {
  const plain = await servePort((_request, response) => response.end());
  expect(await found(`https://localhost:${plain}/`)).toContain('tls failed tlsNotSpoken');
  const secure = await servePort((_request, response) => response.end(), 'good');
  const results = await found(`http://localhost:${secure}/`);
  expect(results.at(-1)).toBe('http failed httpGarbled');
});

test('a server is asked by a program that has a name, as the host process has', async () => {
  const agents = new Set<unknown>();
  const port = await servePort(({ headers }, response) => {
    agents.add(headers['user-agent']);
    response.writeHead(405).end();
  });
  await found(`http://127.0.0.1:${port}/mcp`);
  expect([...agents]).toEqual([userAgent]);
});

test('a port where nothing listens, and a name that is none', async () => {
  const port = await freePort();
  expect(await found(`http://127.0.0.1:${port}/`)).toEqual([
    'proxy ok proxyUnset',
    'connection failed connectionRefused',
    'http skipped checkSkipped',
  ]);
  const [, name, ...rest] = await found('http://no-such-host.invalid/mcp', {});
  expect(name).toMatch(/^name failed (?:nameUnknown|nameServiceFails)$/);
  expect(rest).toEqual(['connection skipped checkSkipped', 'http skipped checkSkipped']);
});

test('a server that never answers is given up', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const sockets = new Set<{ destroy(): void }>();
  mute.on('connection', (socket) => sockets.add(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    mute.close();
  });
  const { port } = mute.address() as AddressInfo;
  const checks = httpChecks({ type: 'http', url: `http://127.0.0.1:${port}/`, headers: {} }).map(
    (check) => ({ ...check, timeoutMs: 200 }),
  );
  const results = await runChecks(checks, { signal });
  expect(results.at(-1)).toMatchObject({
    check: 'http',
    outcome: 'failed',
    reason: { code: 'checkTimedOut', args: { seconds: 0.2 } },
  });
});

test.each([
  [404, {}, 'warning httpNotFound'],
  [503, {}, 'failed httpBroken'],
  [307, { location: '/mcp/?token=wXq81LmZ0pT4kR7v' }, 'warning httpRedirects'],
  [401, {}, 'ok httpWantsSignIn'],
  [403, {}, 'warning httpWantsSignIn'],
  [200, {}, 'ok httpAnswers'],
])('HTTP %i', async (status, headers, expected) => {
  const port = await servePort((_request, response) => response.writeHead(status, headers).end());
  const results = await runChecks(
    httpChecks({ type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} }),
    { signal },
  );
  const { outcome, reason } = results.find(({ check }) => check === 'http') ?? {};
  expect(`${outcome} ${reason?.code}`).toBe(expected);
  expect(JSON.stringify(results)).not.toContain('wXq81LmZ0pT4kR7v');
});

test('no credential is sent, and those of the entry are named only', async () => {
  const seen: unknown[] = [];
  const port = await servePort((request, response) => {
    seen.push(request.headers);
    response.writeHead(401).end();
  });
  const headers = { authorization: 'Bearer wXq81LmZ0pT4kR7v' };
  const results = await found(`http://127.0.0.1:${port}/mcp`, {}, headers);
  // Who sends credentials does not sign in.
  expect(results.at(-1)).toBe('http ok httpWantsCredentials');
  expect(JSON.stringify([seen, results])).not.toContain('wXq81LmZ0pT4kR7v');
});

test('a server behind a SOCKS proxy is looked at through it', async () => {
  const proxy = await new SocksProxy('ann:wXq81LmZ0pT4kR7v').listen();
  onTestFinished(() => proxy.close());
  const plain = await servePort((_request, response) => response.end());
  const secure = await servePort((_request, response) => response.end(), 'other');
  const network = { ...trusting, httpProxy: proxy.url, httpsProxy: proxy.url };
  for (const url of [`http://shop.example:${plain}/mcp`, `https://shop.example:${secure}/mcp`])
    expect(await found(url, network)).toContain('http ok httpAnswers');
});

test('a server behind a proxy is looked at through the proxy', async () => {
  const proxy = await new HttpProxy('ann:wXq81LmZ0pT4kR7v').listen();
  onTestFinished(() => proxy.close());
  const secure = await servePort((_request, response) => response.end(), 'other');
  const network = { ...trusting, httpProxy: proxy.url, httpsProxy: proxy.url };
  const way = ['proxy ok proxyUsed', 'certificates ok extraCertificates'];
  expect(await found(`https://shop.example:${secure}/mcp`, network)).toEqual([
    ...way,
    'connection ok connectionTaken',
    'tls ok tlsGood',
    'http ok httpAnswers',
  ]);
  const plain = await servePort((_request, response) => response.end());
  expect(await found(`http://shop.example:${plain}/mcp`, network)).toContain('http ok httpAnswers');
  const bare = proxy.url.replace('ann:wXq81LmZ0pT4kR7v@', '');
  const proxyAuthorization = `Basic ${btoa('ann:wXq81LmZ0pT4kR7v')}`;
  const set = { ...trusting, httpProxy: bare, httpsProxy: bare, proxyAuthorization };
  for (const url of [`https://shop.example:${secure}/mcp`, `http://shop.example:${plain}/mcp`])
    expect(await found(url, set)).toContain('http ok httpAnswers');
  const wrong = { httpsProxy: proxy.url.replace('wXq81LmZ0pT4kR7v', 'other') };
  const refused = await found(`https://shop.example:${secure}/mcp`, wrong);
  expect(refused).toContain('tls failed proxyRefused');
});

test.each<[string, (inside: string) => RequestListener]>([
  [
    'the address of what describes it',
    (inside) => (_request, response) => {
      const challenge = `Bearer resource_metadata="${inside}"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    },
  ],
  [
    'an authorization server',
    (inside) => (request, response) => {
      const resource = `http://${request.headers.host ?? ''}/mcp`;
      if (request.url === '/mcp') response.writeHead(401).end();
      else response.end(JSON.stringify({ resource, authorization_servers: [inside] }));
    },
  ],
  [
    'a redirect',
    (inside) => (request, response) => {
      if (request.url === '/mcp') response.writeHead(401).end();
      else response.writeHead(302, { location: inside }).end();
    },
  ],
])('a server of the internet leads to nothing inside, by %s', async (_what, answers) => {
  let asked = 0;
  const inside = await servePort((_request, response) => {
    asked += 1;
    response.end('{}');
  });
  serveNames({ 'shop.example': [['8.8.8.8']], 'rebound.example': [['127.0.0.1']] });
  const proxy = await new HttpProxy().listen();
  onTestFinished(() => proxy.close());
  const network = { httpProxy: proxy.url, noProxy: 'rebound.example' };
  const find = async (host: string, scheme: string) => {
    const port = await servePort(answers(`${scheme}://${host}:${inside}/x`));
    const url = `http://shop.example:${port}/mcp`;
    const results = await runChecks(httpChecks({ type: 'http', url, headers: {}, network }), {
      signal,
    });
    return results.at(-1);
  };
  for (const [host, address] of [['rebound.example', '127.0.0.1'], ['127.0.0.1']] as const) {
    expect(await find(host, 'https')).toMatchObject({
      check: 'signIn',
      outcome: 'failed',
      reason: { code: 'strayAddress', args: address ? { address } : {} },
    });
  }
  expect(await find('rebound.example', 'http')).toMatchObject({
    reason: { code: 'signInInsecure' },
  });
  expect(asked).toBe(0);
});

test('what the entry names may be anywhere', async () => {
  serveNames({ 'shop.example': [['8.8.8.8']], 'near.example': [['127.0.0.1']] });
  const issuer = await servePort((request, response) => {
    const own = `http://${request.headers.host ?? ''}`;
    const metadata = {
      issuer: own,
      authorization_endpoint: `${own}/authorize`,
      token_endpoint: `${own}/token`,
      code_challenge_methods_supported: ['S256'],
    };
    response.end(JSON.stringify(metadata));
  });
  const named = `http://near.example:${issuer}`;
  const port = await servePort((request, response) => {
    const resource = `http://${request.headers.host ?? ''}/mcp`;
    if (request.url === '/mcp') response.writeHead(401).end();
    else response.end(JSON.stringify({ resource, authorization_servers: [named] }));
  });
  const proxy = await new HttpProxy().listen();
  onTestFinished(() => proxy.close());
  const network = { httpProxy: proxy.url, noProxy: 'near.example' };
  const codeOf = async (host: string, oauth: OAuthSettings): Promise<string | undefined> => {
    const url = `http://${host}:${port}/mcp`;
    const launch = { type: 'http', url, headers: {}, network, oauth } as const;
    return (await runChecks(httpChecks(launch), { signal })).at(-1)?.reason.code;
  };
  expect(await codeOf('shop.example', {})).toBe('signInInsecure');
  expect(await codeOf('shop.example', { issuer: named })).toBe('signInDescribed');
});

test('a socket of this machine has no way to be looked at', () => {
  const launch = { type: 'http', url: 'unix:///run/till.sock#/mcp', headers: {} } as const;
  expect(httpChecks(launch)).toEqual([]);
});

const proxy = 'http://ann:wXq81LmZ0pT4kR7v@proxy.example:3128';

test.each<[string, Network, string]>([
  ['https://a.example/', {}, 'ok proxyUnset'],
  ['https://a.example/', { httpsProxy: proxy }, 'ok proxyUsed'],
  ['https://a.example/', { httpProxy: proxy }, 'ok proxyUnset'],
  ['http://localhost:1/', { httpProxy: proxy }, 'ok proxyExempt'],
  ['http://a.example/', { httpProxy: proxy, noProxy: '*' }, 'ok proxyExempt'],
  ['http://a.example/', { httpProxy: 'socks5://proxy.example' }, 'ok proxyUsed'],
  ['http://localhost:1/', { httpProxy: 'socks5://proxy.example' }, 'ok proxyExempt'],
  ['http://a.example/', { httpProxy: 'quic://proxy.example' }, 'warning proxyUnsupported'],
])('%s with %j: %s', (url, network, expected) => {
  const { outcome, reason } = checkProxy(new URL(url), network);
  expect(`${outcome} ${reason.code}`).toBe(expected);
  expect(JSON.stringify(reason)).not.toContain('wXq81LmZ0pT4kR7v');
});
