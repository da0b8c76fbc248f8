import { expect, test, it } from 'vitest';
import {
  launchSecrets,
  secretVariables,
  withoutVariables,
} from '../../../../src/client/launch/launchSecrets';

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

test('a whole command line in place of the command is searched, too', () => {
  const command = `npx -y shop --api-key s3cret ${token} --password`;
  const launch = { type: 'stdio' as const, command, cwd: '/', env: {}, baseEnv: {} };
  expect(launchSecrets({ ...launch, args: ['hunter2'] })).toEqual(['s3cret', 'hunter2', token]);
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

test('the password of a proxy is one, however the proxy is written, and its authorization', () => {
  const network = {
    proxyAuthorization: 'Basic YW5uOnA=',
    httpProxy: 'ann:p%40ss@proxy.example:3128',
    httpsProxy: 'http://proxy.example:3128',
  };
  expect(launchSecrets({ type: 'http', url: 'http://a', headers: {}, network })).toEqual([
    'Basic YW5uOnA=',
    'YW5uOnA=',
    'p%40ss',
    'p@ss',
  ]);
});

it('names what looks like a secret, by its name or by its value', () => {
  const environment = {
    GITHUB_TOKEN: 'x1y2z3',
    AWS_SECRET_ACCESS_KEY: 'abc/def',
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7ABCDEFG',
    DATABASE_URL: 'postgres://ann:hunter22@db/x',
    HARMLESS: 'ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R',
    api_key: 'k-123456789',
  };
  expect(secretVariables({ ...environment, HOME: '/home/ann' })).toEqual(
    Object.keys(environment).toSorted(),
  );
});

it('leaves alone what a server needs to run', () => {
  const needed = {
    PATH: '/usr/bin:/bin',
    Path: 'C:\\Windows',
    PWD: '/home/ann/app',
    HOME: '/home/ann',
    SHELL: '/bin/zsh',
    LANG: 'en_GB.UTF-8',
    TERM: 'xterm-256color',
    SSH_AUTH_SOCK: '/tmp/ssh-1/agent.2',
    XAUTHORITY: '/run/user/1000/.Xauthority',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    NODE_EXTRA_CA_CERTS: '/etc/ssl/ca.pem',
    HTTPS_PROXY: 'http://proxy:3128',
    XDG_SESSION_ID: '2',
    TOKEN_LIMIT: '4096',
    GOOGLE_APPLICATION_CREDENTIALS_PATH: '/home/ann/key.json',
    LS_COLORS: 'rs=0:di=01;34:ln=01;36:mh=00:pi=40;33',
  };
  expect(secretVariables(needed)).toEqual([]);
});

it('takes just these away', () => {
  expect(withoutVariables({ A: '1', B: '2' }, ['B', 'C'])).toEqual({ A: '1' });
});
