import { describe, expect, test } from 'vitest';
import type { HttpLaunch, Launch, OAuthClientEntry } from '../../../../src/config/definition';
import { offeredInputs, withOfferedInputs } from '../../../../src/config/write/newInputs';
import { launchDraft } from '../../../../src/config/paste/draft';

const stdio = (args: readonly string[], env: Record<string, string | null> = {}): Launch => ({
  type: 'stdio',
  command: 'npx',
  args,
  env,
});
const http = (url: string, headers: Record<string, string> = {}): HttpLaunch => ({
  type: 'http',
  url,
  headers,
});
const client = (oauth: OAuthClientEntry): Launch => ({ ...http('https://t.example'), oauth });
const key = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----\n';
const docker = (...options: string[]): Launch => ({
  type: 'stdio',
  command: 'docker',
  args: ['run', '-i', '--rm', ...options, 'ghcr.io/shop/till'],
  env: { GIVEN: '1' },
});
const token = `ghp_${'a1B2'.repeat(9)}`;

function moved(launch: Launch) {
  const { definition } = launchDraft(launch, 'till');
  const offered = offeredInputs(definition, new Set());
  const result = withOfferedInputs(definition, offered);
  return { offered, launch: result.launch, inputs: result.inputs, result, definition };
}

describe('a value that should not stand in the file', () => {
  test.each<[string, Launch, Launch, readonly (string | undefined)[]]>([
    [
      'a token in the environment',
      stdio(['x'], { GH: token }),
      stdio(['x'], { GH: '${input:till-gh}' }),
      [token],
    ],
    [
      'a hint in the environment',
      stdio(['x'], { API_KEY: '<your-key>', REGION: 'eu', DEBUG: 'true' }),
      stdio(['x'], { API_KEY: '${input:till-api-key}', REGION: 'eu', DEBUG: 'true' }),
      [undefined],
    ],
    [
      'an empty secret',
      stdio(['x'], { API_KEY: '' }),
      stdio(['x'], { API_KEY: '${input:till-api-key}' }),
      [undefined],
    ],
    [
      'a hint that is no secret',
      stdio(['x'], { TEAM: 'YOUR_TEAM_ID', EMPTY: '' }),
      stdio(['x'], { TEAM: '${input:till-team}', EMPTY: '' }),
      [undefined],
    ],
    [
      'a hint in an argument',
      stdio(['x', '--api-key=YOUR_API_KEY', '--token', '<token>', '--name', 'shop']),
      stdio([
        'x',
        '--api-key=${input:till-api-key}',
        '--token',
        '${input:till-token}',
        '--name',
        'shop',
      ]),
      [undefined, undefined],
    ],
    [
      'a credential behind its scheme',
      http('https://t.example', { Authorization: `Bearer ${token}` }),
      http('https://t.example', { Authorization: 'Bearer ${input:till-authorization}' }),
      [token],
    ],
    [
      'a hint behind a scheme',
      http('https://t.example', { Authorization: 'Bearer YOUR_TOKEN' }),
      http('https://t.example', { Authorization: 'Bearer ${input:till-authorization}' }),
      [undefined],
    ],
    [
      'fields of an address',
      http(`https://t.example/mcp?a=1&apiKey=${token}&key=YOUR_KEY#x`),
      http('https://t.example/mcp?a=1&apiKey=${input:till-apikey}&key=${input:till-key}#x'),
      [token, undefined],
    ],
    [
      'the secret and the key of a client',
      client({ clientId: 'c', clientSecret: '<your-secret>', privateKey: key }),
      client({
        clientId: 'c',
        clientSecret: '${input:till-clientsecret}',
        privateKey: '${input:till-privatekey}',
      }),
      [key, undefined],
    ],
    [
      'a variable that a container expects',
      docker('-e', 'TOKEN', '-e', 'GIVEN'),
      {
        ...docker('-e', 'TOKEN', '-e', 'GIVEN'),
        env: { GIVEN: '1', TOKEN: '${input:till-token}' },
      } as Launch,
      [undefined],
    ],
  ])('%s becomes an input', (_what, launch, expected, values) => {
    const result = moved(launch);
    expect(result.launch).toEqual(expected);
    expect(result.offered.map(({ value }) => value)).toEqual(values);
    expect(result.inputs.map(({ id }) => id)).toEqual(result.offered.map(({ id }) => id));
    expect(result.result.fingerprint).not.toBe(result.definition.fingerprint);
  });

  test.each<[string, Launch]>([
    ['variables', stdio(['--key', '${input:key}'], { KEY: '${env:KEY}', GONE: null })],
    ['switches and numbers', stdio(['x'], { AUTH: 'true', TOKEN_LIMIT: '4000' })],
    ['paths and addresses', stdio(['/path/to/your/files'], { HOME_URL: 'https://x.example/y' })],
    ['an address without fields', http('https://t.example/mcp')],
  ])('%s stay', (_what, launch) => {
    const { offered, definition, result } = moved(launch);
    expect(offered).toEqual([]);
    expect(result.launch).toEqual(definition.launch);
  });
});

test('what sounds like a secret is typed hidden, and anything else is not', () => {
  const { inputs } = moved(stdio(['x'], { API_KEY: '<key>', TEAM: '<team>' }));
  expect(inputs.map(({ id, password }) => [id, password])).toEqual([
    ['till-api-key', true],
    ['till-team', undefined],
  ]);
});

test('one secret in two places is one input, and no id is used twice', () => {
  const { definition } = launchDraft(stdio(['--token', token], { GH: token, TOKEN: '' }), 'till');
  const offered = offeredInputs(definition, new Set(['till-token']));
  expect(offered.map(({ id, name }) => [id, name])).toEqual([
    ['till-gh', 'GH'],
    ['till-gh', 'token'],
    ['till-token-2', 'TOKEN'],
  ]);
  expect(withOfferedInputs(definition, offered).inputs).toHaveLength(2);
});

test('a secret beside an input of the entry is another input, declared or not', () => {
  const { launch, inputs } = moved(stdio(['${input:till-gh}'], { GH: token, OTHER: 'x' }));
  expect(launch).toMatchObject({
    args: ['${input:till-gh}'],
    env: { GH: '${input:till-gh-2}', OTHER: 'x' },
  });
  expect(inputs.map(({ id }) => id)).toEqual(['till-gh-2']);
});

test('what a person does not choose stays as it is', () => {
  const { definition } = launchDraft(stdio(['x'], { A_KEY: '<a>', B_KEY: '<b>' }), 'till');
  const [first] = offeredInputs(definition, new Set());
  const { launch } = withOfferedInputs(definition, first ? [first] : []);
  expect(launch).toEqual(stdio(['x'], { A_KEY: '${input:till-a-key}', B_KEY: '<b>' }));
});
