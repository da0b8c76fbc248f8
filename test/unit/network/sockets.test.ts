import { expect, test } from 'vitest';
import { proxyCredentials } from '../../../src/network/sockets';

test.each([
  ['http://proxy', undefined],
  ['http://me:p%40ss@proxy', 'me:p@ss'],
  ['http://me:50%@proxy', 'me:50%'],
  ['http://me:a%zz@proxy', 'me:a%zz'],
])('%s is known by %s', (proxy, wanted) => {
  const { 'proxy-authorization': header } = proxyCredentials(new URL(proxy));
  const pair = header && Buffer.from(header.replace('Basic ', ''), 'base64').toString();
  expect(pair).toBe(wanted);
});
