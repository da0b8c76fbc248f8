import { expect, test } from 'vitest';
import { proxyFinding } from '../../../src/doctor/proxyFinding';

const proxy = 'http://ann:wXq81LmZ0pT4kR7v@proxy.example:3128';

test.each([
  ['https://a.example/', {}, undefined, 'proxyUnset', undefined],
  ['https://a.example/', { HTTPS_PROXY: proxy }, undefined, 'proxyUnused', ['HTTPS_PROXY']],
  ['https://a.example/', { https_proxy: proxy }, undefined, 'proxyUnused', ['HTTPS_PROXY']],
  ['https://a.example/', { HTTP_PROXY: proxy }, undefined, 'proxyUnset', undefined],
  ['http://a.example/', { all_proxy: proxy }, proxy, 'proxyUnused', ['ALL_PROXY', 'http.proxy']],
  ['https://a.example/', {}, proxy, 'proxyUnused', ['http.proxy']],
  ['http://localhost:1/', { HTTP_PROXY: proxy }, undefined, 'proxyExempt', ['HTTP_PROXY']],
  ['http://[::1]:1/', { HTTP_PROXY: proxy }, undefined, 'proxyExempt', ['HTTP_PROXY']],
  ['http://a.example/', { HTTP_PROXY: proxy, NO_PROXY: '*' }, undefined, 'proxyExempt', undefined],
  [
    'http://b.a.example/',
    { HTTP_PROXY: proxy, NO_PROXY: 'x, .a.example' },
    undefined,
    'proxyExempt',
    undefined,
  ],
  [
    'http://b.a.example/',
    { HTTP_PROXY: proxy, NO_PROXY: 'a.example:80' },
    undefined,
    'proxyExempt',
    undefined,
  ],
  [
    'http://a.example:81/',
    { HTTP_PROXY: proxy, NO_PROXY: 'a.example:80' },
    undefined,
    'proxyUnused',
    undefined,
  ],
  [
    'http://ba.example/',
    { HTTP_PROXY: proxy, NO_PROXY: 'a.example' },
    undefined,
    'proxyUnused',
    undefined,
  ],
])('%s with %j and %s: %s', (url, environment, editorProxy, code, names) => {
  const { reason } = proxyFinding(new URL(url), environment, editorProxy);
  expect(reason.code).toBe(code);
  if (names) expect(reason.args).toEqual({ names });
  expect(JSON.stringify(reason)).not.toContain('wXq81LmZ0pT4kR7v');
});
