import { expect, test } from 'vitest';
import { networkOf } from '../../../src/client/network';

const proxy = 'http://proxy.example:3128';

test('what is not set is not there, so that equal launches stay equal', () => {
  expect(networkOf({})).toEqual({});
  expect(networkOf({ HTTP_PROXY: '' }, { proxy: '', noProxy: [], proxyStrictSSL: true })).toEqual(
    {},
  );
});

test('the environment tells, in either case', () => {
  const environment = {
    https_proxy: proxy,
    HTTPS_PROXY: 'http://other.example',
    ALL_PROXY: 'http://all.example',
    NO_PROXY: 'a.example',
    NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
  };
  expect(networkOf(environment)).toEqual({
    httpProxy: 'http://all.example',
    httpsProxy: proxy,
    noProxy: 'a.example',
    caFiles: ['/etc/ca.pem'],
  });
});

test('a proxy for HTTP alone is for HTTPS as well, after all others', () => {
  expect(networkOf({ HTTP_PROXY: proxy })).toEqual({ httpProxy: proxy, httpsProxy: proxy });
  const all = 'http://all.example';
  expect(networkOf({ HTTP_PROXY: proxy, ALL_PROXY: all })).toMatchObject({ httpsProxy: all });
});

test('the settings of the editor come first', () => {
  const environment = { HTTPS_PROXY: 'http://other.example', NO_PROXY: 'a.example' };
  const settings = {
    proxy,
    proxyAuthorization: 'Basic YW5u\n',
    noProxy: ['b.example'],
    systemCertificates: true,
    proxyStrictSSL: false,
  };
  expect(networkOf(environment, settings)).toEqual({
    httpProxy: proxy,
    httpsProxy: proxy,
    proxyAuthorization: 'Basic YW5u',
    noProxy: 'b.example,a.example',
    systemCertificates: true,
    strictTls: false,
  });
  expect(networkOf({}, { ...settings, proxySupport: 'off' })).not.toHaveProperty(
    'proxyAuthorization',
  );
  expect(networkOf({}, { proxy, proxyAuthorization: null, proxySupport: 'off' })).toEqual({});
});
