import { expect, test } from 'vitest';
import { secretsIn } from '../../../src/hostClient/secretsIn';

test('values are secrets by the name of their variable or header', () => {
  const env = { GITHUB_TOKEN: 'ghp_123456', API_KEY: 'k-1', LANG: 'C', PASSWORD: null };
  expect(
    secretsIn({ type: 'stdio', command: 'x', args: [], cwd: '/', env, baseEnv: { KEY: 'no' } }),
  ).toEqual(['ghp_123456', 'k-1']);
});

test('of an authorization header the credential alone is a secret too', () => {
  const headers = { Authorization: 'Bearer abc.def', Accept: 'text/html' };
  expect(secretsIn({ type: 'http', url: 'http://a', headers })).toEqual([
    'Bearer abc.def',
    'abc.def',
  ]);
});
