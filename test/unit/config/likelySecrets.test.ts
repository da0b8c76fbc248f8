import { describe, expect, test } from 'vitest';
import type { HttpLaunch, Launch } from '../../../src/config/definition';
import { holdsLikelySecret, likelySecrets } from '../../../src/config/likelySecrets';
import { processorTime } from '../../support/processorTime';

const token = 'ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R';
const hex = '8f14e45fceea167a5a36dedd4bea2543';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

function stdio(parts: { args?: string[]; env?: Record<string, string | null> }): Launch {
  return { type: 'stdio', command: 'npx', args: [], env: {}, ...parts };
}

function http(url: string, headers: Record<string, string> = {}): HttpLaunch {
  return { type: 'http', url, headers };
}

/** Each secret as `<where>[<name>]=<text>`. */
function found(launch: Launch): readonly string[] {
  return likelySecrets(launch).map(({ location, name, text }) => {
    const where = location[0] === 'args' ? `arg${location[1]}` : location[0];
    return `${where}[${name}]=${text}`;
  });
}

describe('the environment', () => {
  test.each([
    ['GITHUB_TOKEN', token],
    ['OPENAI_API_KEY', 'sk-proj-0123456789abcdefABCDEF'],
    ['ANYTHING', token],
    ['ANYTHING', 'github_pat_11ABCDEFG0abcdefghij_KLMNOP'],
    ['ANYTHING', 'xoxb-123456789012-abcdefABCDEF'],
    ['AWS_ACCESS_KEY_ID', 'AKIAQWERTYUIOPASDFGH'],
    ['ANYTHING', 'glpat-abcdefghij0123456789'],
    ['ANYTHING', 'npm_abcdefghijklmnopqrstuvwxyz0123456789'],
    ['ANYTHING', jwt],
    ['ANYTHING', hex],
    ['ANYTHING', 'Zm9vYmFyMTIzNDU2Nzg5MEFCQ0RFRkdISUpLTE1OT1A9'],
    ['POSTGRES_PASSWORD', 'postgres'],
    ['DB_PWD', 'hunter2'],
    ['CLIENT_SECRET', 'shh-quiet'],
    ['githubtoken', 'abc123'],
    ['SERVICE_AUTH', 'user:pa55word'],
    ['SOME_KEY', 'k3y-of-mine'],
  ])('%s=%s is a secret', (name, value) => {
    expect(found(stdio({ env: { [name]: value } }))).toEqual([`env[${name}]=${value}`]);
  });

  test.each([
    ['GITHUB_TOKEN', ''],
    ['GITHUB_TOKEN', '${input:token}'],
    ['GITHUB_TOKEN', 'prefix-${env:TOKEN}'],
    ['GITHUB_TOKEN', '<your-token>'],
    ['GITHUB_TOKEN', 'YOUR_GITHUB_TOKEN'],
    ['GITHUB_TOKEN', 'ghp_your_token_here'],
    ['GITHUB_TOKEN', 'ghp_xxxxxxxxxxxxxxxxxxxx'],
    ['API_KEY', 'your-api-key'],
    ['API_KEY', 'xxx'],
    ['API_KEY', 'changeme'],
    ['API_KEY', '...'],
    ['API_KEY', '$API_KEY'],
    ['API_KEY', '%API_KEY%'],
    ['API_KEY', '{{apiKey}}'],
    ['AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE'],
    ['AUTH', 'true'],
    ['TOKEN_LIMIT', '100000'],
    ['MAX_TOKENS', 'unlimited-and-then-some'],
    ['AUTH_MODE', 'service-account-1'],
    ['KEY_PATH', '/home/ada/.ssh/id_ed25519'],
    ['PASSWORD_FILE', '/run/secrets/db'],
    ['GOOGLE_APPLICATION_CREDENTIALS', 'service-account.json'],
    ['SSH_PRIVATE_KEY', '~/.ssh/id_ed25519'],
    ['AUTH_URL', 'https://login.example.org/oauth'],
    ['TOKEN_ENDPOINT', 'https://login.example.org/token'],
    ['PUBLIC_KEY', 'pk0123456789abcdef'],
    ['SORT_KEY', 'created_at_timestamp'],
    ['KEYBOARD_LAYOUT', 'qwertz-deutsch-1'],
    ['AUTHOR', 'ada-lovelace-1815'],
    ['COMMIT_ID', '0123456789'],
    ['NODE_ENV', 'production'],
    ['SESSION', '123e4567-e89b-12d3-a456-426614174000'],
  ])('%s=%s is none', (name, value) => {
    expect(found(stdio({ env: { [name]: value } }))).toEqual([]);
  });

  test('a variable that is unset has none', () => {
    expect(found(stdio({ env: { TOKEN: null } }))).toEqual([]);
  });

  test('only the password of an address is one', () => {
    const env = { DATABASE_URL: 'postgresql://ada:lovel4ce@db.local:5432/shop?sslmode=require' };
    expect(likelySecrets(stdio({ env }))).toEqual([
      {
        location: ['env', 'DATABASE_URL'],
        name: 'DATABASE_URL',
        start: 17,
        text: 'lovel4ce',
      },
    ]);
  });
});

describe('arguments', () => {
  test.each<[readonly string[], string]>([
    [['--api-key=abc123'], 'arg0[api-key]=abc123'],
    [['--token', 'abc123'], 'arg1[token]=abc123'],
    [['--figma-api-key', 'abc123'], 'arg1[figma-api-key]=abc123'],
    [['run', '-e', `GITHUB_TOKEN=${token}`, 'mcp/github'], `arg2[GITHUB_TOKEN]=${token}`],
    [['--header', 'Authorization: Bearer abc123'], 'arg1[Authorization]=abc123'],
    [['--header', 'Authorization:Bearer abc123'], 'arg1[Authorization]=abc123'],
    [['--header=X-Api-Key: abc123'], 'arg0[X-Api-Key]=abc123'],
    [['-H', 'X-Api-Key: abc123'], 'arg1[X-Api-Key]=abc123'],
    [['mcp-remote', 'https://a.example.org/mcp?api_key=abc123&x=1'], 'arg1[api_key]=abc123'],
    [['postgres', 'postgresql://ada:lovel4ce@db/shop'], 'arg1[password]=lovel4ce'],
    [['serve', token], `arg1[]=${token}`],
    [['serve', hex], `arg1[]=${hex}`],
  ])('%j holds one', (args, expected) => {
    expect(found(stdio({ args: [...args] }))).toEqual([expected]);
  });

  test.each<[readonly string[]]>([
    [['-y', '@modelcontextprotocol/server-everything']],
    [['-y', 'modelcontextprotocol-server-sequential-thinking']],
    [['--token', '--verbose']],
    [['--token', '${input:token}']],
    [['--api-key=${env:API_KEY}']],
    [['--api-key', 'YOUR_API_KEY']],
    [['--no-auth', 'a-package-with-a-long-name-1']],
    [['--revision', hex]],
    [['run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/github-mcp-server']],
    [[`mcp/server@sha256:${hex}${hex}`]],
    [['mcp-remote', 'https://mcp.example.org/sse', '--header', 'Authorization: Bearer ${TOKEN}']],
    [['--key-file', '/etc/key.pem']],
    [['--author', 'somebody-with-a-name']],
    [['/home/ada/projects/token-server/dist/index.js']],
  ])('%j holds none', (args) => {
    expect(found(stdio({ args: [...args] }))).toEqual([]);
  });
});

describe('headers and address', () => {
  test.each<[string, Record<string, string>, readonly string[]]>([
    [
      'https://a.example.org/mcp',
      { Authorization: 'Bearer abc123' },
      ['headers[Authorization]=abc123'],
    ],
    [
      'https://a.example.org/mcp',
      { Authorization: 'Basic YWRhOmxvdmU=' },
      ['headers[Authorization]=YWRhOmxvdmU='],
    ],
    ['https://a.example.org/mcp', { Authorization: 'abc123' }, ['headers[Authorization]=abc123']],
    ['https://a.example.org/mcp', { 'X-API-Key': 'abc123' }, ['headers[X-API-Key]=abc123']],
    ['https://a.example.org/mcp', { Cookie: 'sid=1234' }, ['headers[Cookie]=sid=1234']],
    ['https://a.example.org/mcp?token=abc123#top', {}, ['url[token]=abc123']],
    ['https://ada:lovel4ce@a.example.org/mcp', {}, ['url[password]=lovel4ce']],
    [`https://a.example.org/s/${hex}/mcp`, {}, [`url[]=${hex}`]],
    [
      'https://a.example.org/?a_key=abcd1234&token=xyz9',
      {},
      ['url[a_key]=abcd1234', 'url[token]=xyz9'],
    ],
    ['https://a.example.org/mcp', { Authorization: 'Bearer ${input:t}', 'X-Trace': 'on' }, []],
    [
      'https://a.example.org/mcp',
      { 'MCP-Protocol-Version': '2025-11-25', Accept: 'text/html' },
      [],
    ],
    ['https://a.example.org/mcp?project=shop&read_only=true', {}, []],
    ['https://${input:host}/mcp?token=${input:t}', {}, []],
    ['https://me@a.example.org/mcp', {}, []],
    ['http://127.0.0.1:3000/token/secret', {}, []],
  ])('%s with %j', (url, headers, expected) => {
    expect(found(http(url, headers))).toEqual(expected);
  });

  test('of the registered client, only what proves that it is the one', () => {
    const oauth = { clientId: hex, clientSecret: 'hush', issuer: 'https://id.example.org' };
    expect(found({ ...http('https://example.org/mcp'), oauth })).toEqual([
      'oauth[clientSecret]=hush',
    ]);
  });

  test('what stands before the secret is not part of it', () => {
    const [spot] = likelySecrets(
      http('https://a.example.org', { Authorization: `Bearer ${token}` }),
    );
    expect(spot).toMatchObject({ start: 7, text: token });
  });
});

test('a long text takes no longer than its length says', () => {
  const long = 'a'.repeat(200_000);
  const values = [
    long,
    `${long}=`,
    `https://${long}@${long}`,
    `-----BEGIN ${long}`,
    '<'.repeat(200_000),
  ];
  const env = Object.fromEntries(values.map((value, index) => [`TOKEN_${index}`, value]));
  const taken = processorTime();
  likelySecrets(stdio({ args: [...values, 'a&b='.repeat(50_000)], env }));
  expect(taken()).toBeLessThan(2000);
});

describe('a value of a call', () => {
  test.each([
    [{ headers: { Authorization: `Bearer ${token}` } }, true],
    [{ password: 'hunter22' }, true],
    [{ steps: [{ text: `Log in with ${token}.` }] }, true],
    [{ path: '${workspaceFolder}/greeting.txt', maxTokens: 200 }, false],
    [{ token: '<your token>', key: 'name' }, false],
    ['nothing of the kind', false],
    [null, false],
  ])('%j', (value, expected) => {
    expect(holdsLikelySecret(value)).toBe(expected);
  });
});
