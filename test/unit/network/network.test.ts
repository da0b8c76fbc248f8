import { expect, test } from 'vitest';
import { proxyFor, type Network } from '../../../src/network/network';

const proxy = 'http://proxy.example:3128';
const both: Network = { httpProxy: 'proxy.example:8080', httpsProxy: proxy };

test.each<[string, Network, string | undefined]>([
  ['https://a.example/', both, 'proxy.example:3128'],
  ['http://a.example/', both, 'proxy.example:8080'],
  ['https://a.example/', { httpProxy: proxy }, undefined],
  ['https://a.example/', { httpsProxy: 'https://proxy.example' }, 'proxy.example'],
  ['https://a.example/', { httpsProxy: 'socks5://proxy.example' }, undefined],
  ['https://a.example/', { httpsProxy: 'http://[' }, undefined],
  // This machine is never behind a proxy.
  ['http://localhost:1/', both, undefined],
  ['http://127.0.0.2/', both, undefined],
  ['http://[::1]:1/', both, undefined],
  ['http://localhost.example/', both, 'proxy.example:8080'],
  // Entries are hosts, domains with or without a dot or an asterisk, with or without a port.
  ['http://a.example/', { ...both, noProxy: '*' }, undefined],
  ['https://x.a.example/', { ...both, noProxy: 'x, .a.example' }, undefined],
  ['https://x.a.example/', { ...both, noProxy: '*.A.example' }, undefined],
  ['http://a.example/', { ...both, noProxy: 'a.example:80' }, undefined],
  ['http://a.example:81/', { ...both, noProxy: 'a.example:80' }, 'proxy.example:8080'],
  ['https://ba.example/', { ...both, noProxy: 'a.example' }, 'proxy.example:3128'],
])('%s by %j goes through %s', (url, network, expected) => {
  expect(proxyFor(new URL(url), network)?.host).toBe(expected);
});
