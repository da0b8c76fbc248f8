import { expect, test } from 'vitest';
import { readServer } from '../../../../src/ui/registry/registrySchema';

const meta = (content: object): object => ({
  _meta: { 'io.modelcontextprotocol.registry/official': content },
});

test('reads the wrapped form', () => {
  const server = {
    $schema: 'https://schemas.example/2025-12-11/server.schema.json',
    name: 'com.example/a',
    title: 'A',
    description: 'Does a',
    version: '1.2.3',
    repository: { url: 'https://code.example/a', source: 'git' },
    websiteUrl: 'https://a.example',
    icons: [{ src: 'https://a.example/icon.png' }],
  };
  expect(readServer({ server, ...meta({ status: 'deprecated', isLatest: false }) })).toEqual({
    name: 'com.example/a',
    title: 'A',
    description: 'Does a',
    version: '1.2.3',
    website: 'https://a.example',
    status: 'deprecated',
    statusMessage: undefined,
    isLatest: false,
    packages: [],
    remotes: [],
  });
});

test.each([
  ['flat', { name: 'a/b', version: '1', status: 'deprecated' }, 'deprecated', true],
  ['flat with its meta', { name: 'a/b', ...meta({ is_latest: false }) }, 'active', false],
  [
    'the version in an object of its own',
    { name: 'a/b', version_detail: { version: '1', is_latest: false } },
    'active',
    false,
  ],
  ['a status that nobody knows', { name: 'a/b', status: 'sleeping' }, 'active', true],
  [
    'the meta within the server',
    { server: { name: 'a/b', ...meta({ status: 'deleted' }) } },
    'deleted',
    true,
  ],
])('reads the older form: %s', (_what, element, status, isLatest) => {
  expect(readServer(element)).toMatchObject({ name: 'a/b', status, isLatest });
});

test('takes null, empty and numbers for what they mean', () => {
  const element = {
    name: 'a/b',
    title: null,
    version: 2,
    description: '',
    packages: [
      {
        registryType: 'npm',
        identifier: 'b',
        version: null,
        transport: null,
        runtimeArguments: null,
        environmentVariables: [{ name: 'PORT', default: 8080, isRequired: 'true', choices: null }],
      },
    ],
    remotes: null,
  };
  const server = readServer(element);
  expect(server).toMatchObject({ version: '2', remotes: [] });
  expect(server?.title).toBeUndefined();
  expect(server?.description).toBeUndefined();
  expect(server?.packages[0]?.environmentVariables[0]).toMatchObject({
    default: '8080',
    isRequired: true,
    choices: [],
  });
});

test('keeps the names of variables as the publisher wrote them', () => {
  const variables = { source_path: { is_required: true } };
  const server = readServer({
    name: 'a/b',
    remotes: [{ type: 'sse', url: 'https://x.example/{source_path}', variables }],
  });
  expect([...(server?.remotes[0]?.variables ?? [])]).toMatchObject([
    ['source_path', { isRequired: true }],
  ]);
});

test.each([
  null,
  5,
  'text',
  [],
  {},
  { server: null },
  { name: '' },
  { name: 5 },
  { name: 'a/b', packages: 'npm' },
  { name: 'a/b', packages: [{ registryType: 'npm' }] },
  { name: 'a/b', remotes: [{ type: 'sse' }] },
  { name: 'a/b', packages: [{ registryType: 'npm', identifier: 'x', environmentVariables: [{}] }] },
])('%j is no server', (element) => {
  expect(readServer(element)).toBeUndefined();
});

test('is not confused by names of objects', () => {
  const element = JSON.parse(
    '{"name": "a/b", "__proto__": {"title": "x"}, "remotes": [{"type": "sse", "url": "https://x.example", "variables": {"__proto__": {}, "constructor": {}}}]}',
  ) as unknown;
  expect(readServer(element)?.title).toBeUndefined();
});
