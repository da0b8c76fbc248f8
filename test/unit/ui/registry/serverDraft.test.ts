import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import type { Answer } from '../../../../src/ui/registry/template';
import { choicesOf } from '../../../../src/ui/registry/registryChoice';
import { readServer, type RegistryServer } from '../../../../src/ui/registry/registrySchema';
import {
  draftOf,
  questionsOf,
  suggestedServerName,
  type ServerDraft,
} from '../../../../src/ui/registry/serverDraft';
import { documents } from './documents';
import { processorTime } from '../../../support/processorTime';

function read(value: unknown): RegistryServer {
  const server = readServer(value);
  if (!server) throw new Error('unreadable');
  return server;
}

function draft(value: unknown, answers: Record<string, Answer> = {}, at = 0): ServerDraft {
  const server = read(value);
  const choice = choicesOf(server)[at];
  if (!choice) throw new Error('no such choice');
  const given = new Map(Object.entries(answers));
  return draftOf(server, choice, { name: 'it', answers: given, taken: ['it-LEFT'] });
}

/** A server with one package. */
function packaged(content: object): object {
  const from = { registryType: 'npm', identifier: 'pkg', version: '1.0.0', ...content };
  return { name: 'com.example/it', packages: [from] };
}

describe.each(documents)('$what', ({ server, choice, entry, inputs = [], notes = [] }) => {
  const result = draft(server, {}, choice);

  test('becomes its entry', () => {
    expect(result.entry).toEqual(entry);
    expect(result.notes.map(({ note }) => note)).toEqual(notes);
    expect(result.inputs).toMatchObject(inputs);
    expect(result.inputs).toHaveLength(inputs.length);
  });

  test('is read back without a problem', () => {
    if (!entry) return;
    const file = { servers: { it: result.entry }, inputs: result.inputs };
    const source = {
      id: 'user',
      file: '/mcp.json',
      dialect: 'vscode',
      level: 0,
      readByEditor: true,
    } as const;
    const { definitions, problems } = parseConfig(JSON.stringify(file), source);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(definitions).toHaveLength(1);
  });
});

describe('answers', () => {
  const server = packaged({
    packageArguments: [
      { type: 'positional', valueHint: 'folder', isRequired: true, isRepeated: true },
      { type: 'named', name: '--mode', default: 'local', choices: ['local', 'proxy'] },
      { type: 'named', name: '--debug', description: 'Says more' },
      { type: 'named', name: '--fast', format: 'boolean', description: 'Hurries' },
    ],
    environmentVariables: [
      { name: 'TOKEN', isSecret: true },
      { name: 'NOTE', isRequired: true },
    ],
  });

  test('stand where their questions stood', () => {
    const { entry, inputs } = draft(server, {
      folder: ['/a', '/b c'],
      '--mode': 'proxy',
      '--debug': '',
      '--fast': 'false',
      NOTE: 'kept ${workspaceFolder}',
    });
    expect(entry).toMatchObject({
      args: ['-y', 'pkg@1.0.0', '/a', '/b c', '--mode', 'proxy', '--debug', '--fast=false'],
      env: { NOTE: 'kept ${workspaceFolder}' },
    });
    expect(inputs).toEqual([]);
  });

  test('may be left for the start', () => {
    const { entry, inputs } = draft(server, {
      folder: null,
      '--mode': null,
      '--fast': null,
      NOTE: '',
    });
    expect(entry).toMatchObject({
      args: [
        '-y',
        'pkg@1.0.0',
        '${input:it-folder}',
        '--mode',
        '${input:it-mode}',
        '--fast=${input:it-fast}',
      ],
      env: { NOTE: '${input:it-NOTE}' },
    });
    expect(inputs).toEqual([
      { type: 'promptString', id: 'it-NOTE', description: 'NOTE' },
      { type: 'promptString', id: 'it-folder', description: 'folder' },
      {
        type: 'pickString',
        id: 'it-mode',
        description: '--mode',
        options: ['local', 'proxy'],
        default: 'local',
      },
      { type: 'pickString', id: 'it-fast', description: 'Hurries', options: ['true', 'false'] },
    ]);
  });

  test('of a secret never reach the entry', () => {
    const result = draft(server, { TOKEN: 'geheim', folder: '/a', NOTE: 'x' });
    expect(JSON.stringify(result)).not.toContain('geheim');
    expect(result.entry).toMatchObject({ env: { TOKEN: '${input:it-TOKEN}' } });
  });

  test('of a secret never reach the entry where only its name tells that it is one', () => {
    const of = { isRequired: true, variables: { value: { isRequired: true } } };
    const variables = [
      { name: 'API_KEY', isRequired: true },
      { ...of, name: 'ACCESS_TOKEN', value: 'x {value}' },
      { name: 'KEY_FORM', default: 'pem', isRequired: true },
      { name: 'AUTH', choices: ['none', 'basic'], isRequired: true },
      { name: 'TOKENS', format: 'number', isRequired: true },
      { name: 'CREDENTIALS', format: 'filepath', isRequired: true },
      { name: 'DB_PASS', isRequired: true },
    ];
    const packageArguments = [
      { type: 'named', name: '--api-key', description: 'Key' },
      { type: 'named', name: '--no-auth', description: 'Asks nobody' },
      { type: 'named', name: '--oauth', description: 'Sign in' },
      { type: 'named', name: '--no-token-check', description: 'Trusts anybody' },
    ];
    const [choice] = choicesOf(
      read(packaged({ environmentVariables: variables, packageArguments })),
    );
    const questions = choice ? questionsOf(choice) : [];
    expect(questions.filter(({ secret }) => secret).map(({ label }) => label)).toEqual([
      '--api-key',
      'API_KEY',
      'value',
      'DB_PASS',
    ]);
    const answers = Object.fromEntries(questions.map(({ key }) => [key, 'geheim']));
    const { entry } = draft(packaged({ environmentVariables: variables.slice(0, 2) }), answers);
    expect(entry).toMatchObject({
      env: { API_KEY: '${input:it-API_KEY}', ACCESS_TOKEN: 'x ${input:it-value}' },
    });
  });

  test('are not those of a former server whose inputs are left', () => {
    const variables = ['LEFT', 'OWN'].map((name) => ({ name, isSecret: true, isRequired: true }));
    const { entry, inputs } = draft(packaged({ environmentVariables: variables }));
    expect(entry).toMatchObject({
      env: { LEFT: '${input:it-LEFT-2}', OWN: '${input:it-OWN}' },
    });
    expect(inputs.map(({ id }) => id)).toEqual(['it-LEFT-2', 'it-OWN']);
  });

  test('do not become places of their own', () => {
    const { entry } = draft(
      packaged({
        packageArguments: [
          {
            type: 'positional',
            value: '{a}-{b}',
            variables: { a: { isRequired: true }, b: { isRequired: true } },
          },
        ],
      }),
      { a: '{b}', b: '$&' },
    );
    expect(entry).toMatchObject({ args: ['-y', 'pkg@1.0.0', '{b}-$&'] });
  });
});

describe('questions', () => {
  test('are asked once for one value in several places, apart where they differ', () => {
    const server = read({
      name: 'com.example/it',
      remotes: [
        {
          type: 'sse',
          url: 'https://{tenant}.example/{tenant}/sse',
          variables: { tenant: { isRequired: true } },
          headers: [
            { name: 'A', value: '{tenant}', isRequired: true, variables: { tenant: {} } },
            {
              name: 'B',
              value: '{tenant}',
              variables: { tenant: { description: 'Another', isRequired: true } },
            },
          ],
        },
      ],
    });
    const [choice] = choicesOf(server);
    expect(choice && questionsOf(choice).map(({ key }) => key)).toEqual(['tenant', 'tenant-2']);
  });

  test('are apart where a place of one name stands in values of others, which explain it', () => {
    const variables = { token: { isRequired: true, isSecret: true } };
    const given = [
      { name: '-e', value: 'GITHUB_TOKEN={token}', description: 'Of GitHub', variables },
      { name: '-e', value: 'SLACK_TOKEN={token}', description: 'Of Slack', variables },
      { name: '--header', value: 'A: {token}', description: 'Of the proxy', variables },
      { name: '--header', value: 'B: {token}', description: 'Of the store', variables },
    ];
    const [choice] = choicesOf(
      read(packaged({ packageArguments: given.map((one) => ({ type: 'named', ...one })) })),
    );
    const questions = choice ? questionsOf(choice) : [];
    expect(questions.map(({ key, description }) => [key, description])).toEqual([
      ['GITHUB_TOKEN', 'Of GitHub'],
      ['SLACK_TOKEN', 'Of Slack'],
      ['token', 'Of the proxy'],
      ['token-2', 'Of the store'],
    ]);
  });

  test('say what kind of value is wanted', () => {
    const [choice] = choicesOf(
      read(
        packaged({
          environmentVariables: [
            {
              name: 'PORT',
              description: 'Where',
              format: 'number',
              placeholder: '8080',
              isRequired: true,
            },
          ],
        }),
      ),
    );
    expect(choice && questionsOf(choice)).toEqual([
      {
        key: 'PORT',
        label: 'PORT',
        description: 'Where',
        required: true,
        secret: false,
        bare: false,
        repeated: false,
        format: 'number',
        default: undefined,
        placeholder: '8080',
        choices: [],
      },
    ]);
  });

  test('are none where there is an obstacle', () => {
    const [choice] = choicesOf(read(packaged({ registryType: 'mcpb', packageArguments: ['{x}'] })));
    expect(choice && questionsOf(choice)).toEqual([]);
  });
});

test('tells that a server is deprecated', () => {
  const meta = { status: 'deprecated', statusMessage: 'Use b.' };
  const { notes } = draft({
    server: packaged({}),
    _meta: { 'io.modelcontextprotocol.registry/official': meta },
  });
  expect(notes).toEqual([{ note: 'deprecated', args: { message: 'Use b.' } }]);
});

test.each([
  ['io.github.upstash/context7', 'context7'],
  ['com.notion/mcp', 'notion'],
  ['io.github.someone/mcp-server', 'someone'],
  ['io.github.github/github-mcp-server', 'github-mcp-server'],
  ['plain', 'plain'],
  ['mcp', 'mcp'],
])('%s is suggested as %s', (name, suggested) => {
  expect(suggestedServerName({ name })).toBe(suggested);
});

test('a large document is read in time in proportion to its size', () => {
  const value = '{a'.repeat(20_000) + '${input:'.repeat(20_000) + '{}'.repeat(20_000);
  const environmentVariables = Array.from({ length: 20_000 }, (_, index) => ({
    name: 'SAME',
    description: String(index),
    isRequired: true,
  }));
  const taken = processorTime();
  draft(packaged({ environmentVariables, packageArguments: [{ type: 'positional', value }] }));
  expect(taken()).toBeLessThan(3_000);
});
