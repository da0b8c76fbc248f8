import { expect, test } from 'vitest';
import type { Network } from '../../../../src/network/network';
import { checkProxy } from '../../../../src/client/diagnosis/httpChecks';

const proxy = 'http://ann:wXq81LmZ0pT4kR7v@proxy.example:3128';

test.each<[string, Network, string]>([
  ['https://a.example/', {}, 'ok proxyUnset'],
  ['https://a.example/', { httpsProxy: proxy }, 'ok proxyUsed'],
  ['https://a.example/', { httpProxy: proxy }, 'ok proxyUnset'],
  ['http://localhost:1/', { httpProxy: proxy }, 'ok proxyExempt'],
  ['http://a.example/', { httpProxy: proxy, noProxy: '*' }, 'ok proxyExempt'],
  ['http://a.example/', { httpProxy: 'socks5://proxy.example' }, 'warning proxyUnsupported'],
])('%s with %j: %s', (url, network, expected) => {
  const { outcome, reason } = checkProxy(new URL(url), network);
  expect(`${outcome} ${reason.code}`).toBe(expected);
  expect(JSON.stringify(reason)).not.toContain('wXq81LmZ0pT4kR7v');
});
