import { expect, test } from 'vitest';
import { launchSecrets } from '../../../../src/client/launch/launchSecrets';

const token = 'ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R';

test('values are secrets by the name of their variable or header', () => {
  const env = { GITHUB_TOKEN: 'ghp_123456', API_KEY: 'k-1', LANG: 'C', PASSWORD: null };
  expect(
    launchSecrets({ type: 'stdio', command: 'x', args: [], cwd: '/', env, baseEnv: { KEY: 'no' } }),
  ).toEqual(['ghp_123456', 'k-1']);
});

test.each([
  ['GH_PAT', 'a-token-of-mine'],
  ['DB_PWD', 'hunter2'],
  ['AWS_SECRET_ACCESS_KEY', '/wJalrXUtnFEMI'],
  ['API_KEYS', 'one,two'],
  ['SIGNING_PASSPHRASE', '1234'],
  ['ANYTHING', token],
])('%s=%s is a secret', (name, value) => {
  const launch = { type: 'stdio' as const, command: 'x', cwd: '/', baseEnv: {} };
  expect(launchSecrets({ ...launch, args: [], env: { [name]: value } })).toEqual([value]);
  expect(launchSecrets({ ...launch, args: ['-e', `${name}=${value}`], env: {} })).toEqual([value]);
});

test.each([
  ['AUTH', 'true'],
  ['AUTH_MODE', 'service-account'],
  ['SORT_KEY', 'created'],
  ['TLS_KEY', '/etc/ssl/key.pem'],
  ['TOKEN_LIMIT', '100000'],
  ['KEYBOARD', 'qwertz'],
])('%s=%s is none', (name, value) => {
  const launch = { type: 'stdio' as const, command: 'x', args: [], cwd: '/', baseEnv: {} };
  expect(launchSecrets({ ...launch, env: { [name]: value } })).toEqual([]);
});

test('of an authorization header the credential alone is a secret too', () => {
  const headers = { Authorization: 'Bearer abc.def', Accept: 'text/html' };
  expect(launchSecrets({ type: 'http', url: 'http://a', headers })).toEqual([
    'Bearer abc.def',
    'abc.def',
  ]);
});

test.each<[string[], string[]]>([
  [['--api-key=s3cret'], ['s3cret']],
  [['--token', 's3cret', 'next'], ['s3cret']],
  [
    ['--header', 'Authorization: Bearer s3cret'],
    ['Bearer s3cret', 's3cret'],
  ],
  [['--header=X-Api-Key: s3cret'], ['s3cret']],
  [['-e', 'GITHUB_TOKEN=s3cret'], ['s3cret']],
  [['Authorization:Bearer s3cret'], ['Bearer s3cret', 's3cret']],
  [['postgres://ada:p%40ss@db/x'], ['p%40ss', 'p@ss']],
  [['https://a/?api_key=k%2B1&lang=de'], ['k%2B1', 'k+1']],
  [['--url=https://ada:s3cret@a/'], ['s3cret']],
  [['--max-tokens', '4096', '--auth', 'true', '--token', '--verbose', '--key='], []],
  [['serve', token], [token]],
  [[`https://a/s/${token}/mcp`], [token]],
  [['--keys'], []],
  [['run', 'server.js', '--port=1', 'C:\\key\\x', 'https://token.example/x'], []],
])('among the arguments %j are %j', (args, secrets) => {
  const launch = { type: 'stdio' as const, command: 'x', args, cwd: '/', env: {}, baseEnv: {} };
  expect(launchSecrets(launch)).toEqual(secrets);
});

test.each<[string, string[]]>([
  ['https://ada:s3cret@a/mcp', ['s3cret']],
  ['https://ghp_123456@a/mcp', ['ghp_123456']],
  ['https://a/mcp?apiKey=s3cret&x=1&access_token=t0ken', ['s3cret', 't0ken']],
  ['https://a/mcp?token=%zz', ['%zz']],
  ['https://a/mcp?page=2#token=x', []],
])('of the address %s are %j', (url, secrets) => {
  expect(launchSecrets({ type: 'http', url, headers: {} })).toEqual(secrets);
});

test('the password of an address in any variable is one', () => {
  const env = { DATABASE_URL: 'postgres://ada:s3cret@db/x', HOME: '/home/ada' };
  expect(
    launchSecrets({ type: 'stdio', command: 'x', args: [], cwd: '/', env, baseEnv: {} }),
  ).toEqual(['s3cret']);
});

test('is linear in the length of an argument', () => {
  const args = ['a='.repeat(200_000), 'token:'.repeat(100_000), '--key', `x${' '.repeat(300_000)}`];
  const launch = { type: 'stdio' as const, command: 'x', args, cwd: '/', env: {}, baseEnv: {} };
  expect(launchSecrets(launch).length).toBeGreaterThan(0);
});

test('the password of a proxy is one, however the proxy is written', () => {
  const network = {
    httpProxy: 'ann:p%40ss@proxy.example:3128',
    httpsProxy: 'http://proxy.example:3128',
  };
  expect(launchSecrets({ type: 'http', url: 'http://a', headers: {}, network })).toEqual([
    'p%40ss',
    'p@ss',
  ]);
});
