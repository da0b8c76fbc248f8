import { expect, test } from 'vitest';
import { proxyFor, type Network } from '../../../src/network/network';

const proxy = 'http://proxy.example:3128';
const both: Network = { httpProxy: 'proxy.example:8080', httpsProxy: proxy };

test.each<[string, Network, string | undefined]>([
  ['https://a.example/', both, 'proxy.example:3128'],
  ['http://a.example/', both, 'proxy.example:8080'],
  ['https://a.example/', { httpProxy: proxy }, undefined],
  ['https://a.example/', { httpsProxy: 'https://proxy.example' }, 'proxy.example'],
  ['https://a.example/', { httpsProxy: 'socks5://proxy.example' }, 'proxy.example'],
  ['https://a.example/', { httpsProxy: 'quic://proxy.example' }, undefined],
  ['https://a.example/', { httpsProxy: 'http://[' }, undefined],
  // This machine is never behind a proxy.
  ['http://localhost:1/', both, undefined],
  ['http://127.0.0.2/', both, undefined],
  ['http://[::1]:1/', both, undefined],
  ['http://0.0.0.0:3000/mcp', both, undefined],
  ['http://[::]:3000/mcp', both, undefined],
  ['http://localhost.example/', both, 'proxy.example:8080'],
  // Entries are hosts, domains with or without a dot or an asterisk, with or without a port.
  ['http://a.example/', { ...both, noProxy: '*' }, undefined],
  ['https://x.a.example/', { ...both, noProxy: 'x, .a.example' }, undefined],
  ['https://x.a.example/', { ...both, noProxy: '*.A.example' }, undefined],
  ['http://a.example/', { ...both, noProxy: 'a.example:80' }, undefined],
  ['http://a.example:81/', { ...both, noProxy: 'a.example:80' }, 'proxy.example:8080'],
  ['https://ba.example/', { ...both, noProxy: 'a.example' }, 'proxy.example:3128'],
  // Addresses, and ranges of them.
  ['http://10.1.2.3:8000/', { ...both, noProxy: 'localhost,10.0.0.0/8,.corp' }, undefined],
  ['http://11.1.2.3/', { ...both, noProxy: '10.0.0.0/8' }, 'proxy.example:8080'],
  ['http://10.1.2.3/', { ...both, noProxy: '10.1.2.3:80' }, undefined],
  ['http://10.1.2.3:81/', { ...both, noProxy: '10.1.2.3:80' }, 'proxy.example:8080'],
  ['http://10.1.2.3/', { ...both, noProxy: '2.3' }, 'proxy.example:8080'],
  ['http://10.1.2.3/', { ...both, noProxy: '*' }, undefined],
  ['http://[fd00::5]/', { ...both, noProxy: 'fd00::5' }, undefined],
  ['http://[fd00::5]/', { ...both, noProxy: '[FD00:0::5]' }, undefined],
  ['http://[fd00::5]/', { ...both, noProxy: '[fd00::5]:80' }, undefined],
  ['http://[fd00::5]:81/', { ...both, noProxy: '[fd00::5]:80' }, 'proxy.example:8080'],
  ['http://[fd00::6]/', { ...both, noProxy: 'fd00::5' }, 'proxy.example:8080'],
  ['http://[fd12::1]/', { ...both, noProxy: 'fd00::/8' }, undefined],
  ['http://[fe80::1]/', { ...both, noProxy: 'fd00::/8' }, 'proxy.example:8080'],
  ['http://10.corp/', { ...both, noProxy: '10.0.0.0/8' }, 'proxy.example:8080'],
])('%s by %j goes through %s', (url, network, expected) => {
  expect(proxyFor(new URL(url), network)?.host).toBe(expected);
});

test.each([
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0/8',
  'fd00::/129',
  '[',
  '[]:1',
  'fe80::1%eth0',
  'a:b:c',
  '/',
  ':',
])('an entry %s exempts no address', (noProxy) => {
  const network = { ...both, noProxy };
  for (const host of ['10.1.2.3', '[fd00::5]', '[fe80::2]', 'a.example']) {
    expect(proxyFor(new URL(`http://${host}/`), network)?.host).toBe('proxy.example:8080');
  }
});
