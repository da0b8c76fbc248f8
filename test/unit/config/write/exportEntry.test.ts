import { describe, expect, it } from 'vitest';
import {
  type ConfigSource,
  type Definition,
  type DialectId,
  type Input,
  type Launch,
  dialectIds,
} from '../../../../src/config/definition';
import { exportEntry, type ExportedEntry } from '../../../../src/config/write/exportEntry';
import { noSandboxRules } from '../../../../src/config/read/readSandbox';
import { parseConfig, parseAnyConfig } from '../../../../src/config/read/parseConfig';
import { folderSource } from '../textAt';
import { dialects } from '../../../../src/config/dialects';
import { putEntries } from '../../../../src/config/write/putEntries';
import type { ServerSettings } from '../../../../src/config/settings/serverSettings';
import { expectedLosses, hostFormats } from '../hostFormats';

function definition(text: string, source: ConfigSource = folderSource): Definition {
  const [first] = parseConfig(text, source).definitions;
  if (first === undefined) throw new Error('nothing is read');
  return first;
}

function exported(entry: object, to: DialectId, inputs: readonly object[] = []): ExportedEntry {
  return exportEntry(definition(JSON.stringify({ servers: { s: entry }, inputs })), to);
}

function losses({ lost }: ExportedEntry): string[] {
  return lost.map(({ field, code }) => `${field} ${code}`);
}

describe('exportEntry', () => {
  const remote = {
    type: 'http',
    url: 'https://example.org/mcp',
    headers: { Authorization: 'Bearer ${env:TOKEN}', 'X-Key': '${env:KEY}', 'X-A': 'a' },
  };
  const local = { command: 'npx', args: ['-y', 'p'], env: { TOKEN: '${env:TOKEN}', M: 'm' } };

  it.each<[DialectId, object]>([
    ['vscode', { ...remote }],
    [
      'dotmcp',
      { ...remote, headers: { Authorization: 'Bearer ${TOKEN}', 'X-Key': '${KEY}', 'X-A': 'a' } },
    ],
    ['windsurf', { serverUrl: remote.url, headers: remote.headers }],
    ['cline', { ...remote, type: 'streamableHttp' }],
    ['roo', { ...remote, type: 'streamable-http' }],
    [
      'continue',
      {
        type: 'streamable-http',
        url: remote.url,
        requestOptions: {
          headers: {
            Authorization: 'Bearer ${{ secrets.TOKEN }}',
            'X-Key': '${{ secrets.KEY }}',
            'X-A': 'a',
          },
        },
      },
    ],
    [
      'codex',
      {
        url: remote.url,
        bearer_token_env_var: 'TOKEN',
        http_headers: { 'X-A': 'a' },
        env_http_headers: { 'X-Key': 'KEY' },
      },
    ],
    [
      'gemini',
      {
        httpUrl: remote.url,
        headers: { Authorization: 'Bearer ${TOKEN}', 'X-Key': '${KEY}', 'X-A': 'a' },
      },
    ],
    [
      'opencode',
      {
        type: 'remote',
        url: remote.url,
        headers: { Authorization: 'Bearer {env:TOKEN}', 'X-Key': '{env:KEY}', 'X-A': 'a' },
      },
    ],
  ])('writes an address for %s', (to, value) => {
    const entry = exported(remote, to);
    expect(entry).toEqual({ name: 's', value, inputs: [], lost: [] });
  });

  it.each<[DialectId, object]>([
    ['vscode', { type: 'stdio', ...local }],
    ['claude-code', { ...local, env: { TOKEN: '${TOKEN}', M: 'm' } }],
    ['cursor', local],
    ['codex', { ...local, env: { M: 'm' }, env_vars: ['TOKEN'] }],
    [
      'opencode',
      { type: 'local', command: ['npx', '-y', 'p'], environment: { TOKEN: '{env:TOKEN}', M: 'm' } },
    ],
  ])('writes a command for %s', (to, value) => {
    expect(exported(local, to)).toEqual({ name: 's', value, inputs: [], lost: [] });
  });

  it.each<[DialectId, object, string[]]>([
    ['claude-desktop', remote, ['url unsupportedTransport']],
    ['codex', { type: 'sse', url: 'http://x' }, ['type unsupportedTransport']],
    ['cursor', { url: 'unix:///tmp/s#/mcp' }, ['url unsupportedTransport']],
    ['cursor', { command: 'x', env: { GONE: null } }, ['env.GONE unsupportedField']],
    ['gemini', { command: 'x', envFile: '.env' }, ['envFile unsupportedField']],
    ['roo', { command: 'x', dev: { watch: 'a' } }, ['dev unsupportedField']],
    ['zed', { command: 'x', env: { K: 'a ${env:K}' } }, ['env.K unsupportedVariable']],
    ['dotmcp', { command: 'x', args: ['${workspaceFolder}'] }, ['args unsupportedVariable']],
    ['windsurf', { command: 'x', cwd: '/w' }, ['cwd unsupportedField']],
  ])('names what %s cannot hold of %j', (to, entry, expected) => {
    expect(losses(exported(entry, to))).toEqual(expected);
  });

  it('writes nothing where the host cannot reach the server', () => {
    expect(exported(remote, 'claude-desktop').value).toEqual({});
  });

  it('takes inputs along to VS Code, and to others as variables of the environment', () => {
    const inputs = [
      { type: 'pickString', id: 'the-key', options: ['a', { label: 'B', value: 'b' }] },
      { type: 'promptString', id: 'unused' },
    ];
    const entry = { type: 'stdio', command: 'x', env: { K: '${input:the-key}' } };
    expect(exported(entry, 'codeWorkspace', inputs)).toEqual({
      name: 's',
      value: entry,
      inputs: [inputs[0]],
      lost: [],
    });
    expect(exported(entry, 'cursor', inputs)).toEqual({
      name: 's',
      value: { command: 'x', env: { K: '${env:THE_KEY}' } },
      inputs: [],
      lost: [{ field: 'env.K', code: 'unsupportedInput' }],
    });
  });

  it('warns of secrets that are written in plain text', () => {
    const entry = { command: 'x', env: { API_KEY: 'sk-ant-0123456789abcdefghijklmnop' } };
    expect(losses(exported(entry, 'cursor'))).toEqual(['env.API_KEY secretInline']);
    const oauth = { clientId: 'c', clientSecret: 'brass-and-bread' };
    const client = { url: 'https://example.org/mcp', oauth };
    expect(losses(exported(client, 'vscode'))).toEqual(['oauth.clientSecret secretInline']);
    expect(losses(exported(client, 'cursor'))).toEqual(['oauth.clientSecret unsupportedField']);
  });

  it('writes the id of a client with the variables of the host', () => {
    const entry = { url: 'https://example.org/mcp', oauth: { clientId: '${env:CLIENT}' } };
    expect(exported(entry, 'gemini').value).toMatchObject({ oauth: { clientId: '${CLIENT}' } });
  });

  it('keeps what VS Code alone knows', () => {
    const entry = {
      type: 'stdio',
      command: 'x',
      cwd: '${workspaceFolder}/a',
      env: { GONE: null },
      envFile: '.env',
      sandboxEnabled: true,
      dev: { watch: ['src/**'], debug: { type: 'node' } },
    };
    expect(exported(entry, 'vscode')).toEqual({ name: 's', value: entry, inputs: [], lost: [] });
  });

  it('writes times in the unit of the host, rounded up where it takes whole ones', () => {
    const timed: Definition = {
      ...definition('{ "servers": { "s": { "command": "x" } } }'),
      settings: { startupTimeoutSeconds: 0.5, callTimeoutSeconds: 1.5 },
    };
    expect(exportEntry(timed, 'gemini')).toMatchObject({ value: { timeout: 1500 } });
    expect(exportEntry(timed, 'codex')).toMatchObject({
      value: { startup_timeout_sec: 0.5, tool_timeout_sec: 1.5 },
      lost: [],
    });
    const zed = exportEntry(timed, 'zed');
    expect(zed).toMatchObject({ value: { timeout: 2 } });
    expect(new Set(losses(zed))).toEqual(
      new Set(['callTimeoutSeconds unsupportedField', 'startupTimeoutSeconds unsupportedField']),
    );
  });

  it('leaves the texts of a host alone that are written for the same host', () => {
    const source: ConfigSource = { ...folderSource, dialect: 'claude-desktop' };
    const text = '{ "mcpServers": { "s": { "command": "x", "args": ["${K}"] } } }';
    const entry = exportEntry(definition(text, source), 'claude-desktop');
    expect(entry).toMatchObject({ value: { command: 'x', args: ['${K}'] }, lost: [] });
  });

  it('names the variables that another host of the same style does not know', () => {
    const source: ConfigSource = { ...folderSource, dialect: 'cursor' };
    const args = ['${env:K}', '${workspaceFolder}', '${userHome}'];
    const text = JSON.stringify({ mcpServers: { s: { command: 'x', args } } });
    const toRoo = exportEntry(definition(text, source), 'roo');
    expect(toRoo).toMatchObject({ value: { args } });
    expect(losses(toRoo)).toEqual(['args unsupportedVariable']);
    const inFolder = text.replace(',"${userHome}"', '');
    expect(losses(exportEntry(definition(inFolder, source), 'roo'))).toEqual([]);
    expect(losses(exportEntry(definition(inFolder, source), 'cline'))).toEqual([
      'args unsupportedVariable',
    ]);
  });
});

const endings = { jsonc: 'json', toml: 'toml', yaml: 'yaml' } as const;

function sourceOf(dialect: DialectId): ConfigSource {
  const file = `/w/config.${endings[dialects[dialect].syntax]}`;
  return { id: dialect, file, dialect, level: 400, readByEditor: false };
}

/** A file of the dialect with the entry in it, as a person would have it written. */
async function written(
  dialect: DialectId,
  { name, value, inputs }: ExportedEntry,
): Promise<string> {
  const entries = [{ name, value, overwrite: false }];
  const { file } = sourceOf(dialect);
  return putEntries({ file, text: undefined }, { dialect, entries, inputs });
}

async function readBack(dialect: DialectId, text: string): Promise<Definition> {
  const { definitions, problems } = await parseAnyConfig(text, sourceOf(dialect));
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  // What has no equivalent stays as it was, and may be told again where it is read.
  const told = errors.filter((code) => code !== 'unknownVariable' && code !== 'undefinedInput');
  expect(told, text).toEqual([]);
  const [definition] = definitions;
  if (definition === undefined) throw new Error(`nothing is read of ${text}`);
  return definition;
}

const local: Launch = {
  type: 'stdio',
  command: 'npx',
  args: ['-y', '@scope/server', '--root', 'C:\\data "x"'],
  cwd: undefined,
  env: { MODE: 'fast', PATH_LIKE: '/a:/b' },
};

const launches: Readonly<Record<string, Launch>> = {
  'a command alone': { type: 'stdio', command: 'server', args: [], cwd: undefined, env: {} },
  'a command with everything common': local,
  'a working folder': { ...local, cwd: '/w/app' },
  'a file of variables': { ...local, envFile: '/w/.env' },
  'a variable that is unset': { ...local, env: { MODE: 'fast', GONE: null } },
  'a sandbox': { ...local, sandbox: noSandboxRules },
  'a variable of the environment': {
    ...local,
    args: ['--key', '${env:KEY}'],
    env: { TOKEN: '${env:TOKEN}', OTHER: 'x-${env:KEY}' },
  },
  'a folder of the workspace': { ...local, args: ['${workspaceFolder}/data', '${userHome}'] },
  'an input': { ...local, env: { TOKEN: '${input:api-token}' } },
  'an address': { type: 'http', url: 'https://example.org/mcp', headers: {} },
  'an address with SSE': { type: 'sse', url: 'https://example.org/sse', headers: { 'X-A': '1' } },
  'headers with variables': {
    type: 'http',
    url: 'https://example.org/mcp',
    headers: { Authorization: 'Bearer ${env:TOKEN}', 'X-Key': '${env:KEY}', 'X-A': 'plain' },
  },
  'a registered client': {
    type: 'http',
    url: 'https://example.org/mcp',
    headers: {},
    oauth: { clientId: 'client' },
  },
  'a client of an enterprise': {
    type: 'http',
    url: 'https://example.org/mcp',
    headers: {},
    oauth: { enterpriseManaged: true },
  },
  'a confidential client': {
    type: 'http',
    url: 'https://example.org/mcp',
    headers: {},
    oauth: {
      clientId: 'client',
      clientSecret: '${input:api-token}',
      issuer: 'https://id.example.org',
    },
  },
  'a client that signs': {
    type: 'http',
    url: 'https://example.org/mcp',
    headers: {},
    oauth: {
      clientMetadataUrl: 'https://client.example.org/metadata',
      privateKey: '${input:api-token}',
      algorithm: 'RS256',
      grant: 'client_credentials',
    },
  },
  'a Unix socket': { type: 'http', url: 'unix:///tmp/sock#/mcp', headers: {} },
};

const settingsSets: readonly (ServerSettings | undefined)[] = [
  undefined,
  { enabled: false },
  {
    enabled: true,
    startupTimeoutSeconds: 20,
    callTimeoutSeconds: 90,
    tools: { allow: ['one', 'two'], hide: ['three'] },
  },
  { tools: { allow: ['read_*'], hide: ['drop_*', 'exact'] } },
];

const token: Input = {
  id: 'api-token',
  type: 'promptString',
  password: true,
  description: 'The token',
};

function definitionOf(launch: Launch, settings: ServerSettings | undefined): Definition {
  return {
    id: 'folder:app/server',
    name: 'server one',
    source: folderSource,
    launch,
    inputs: JSON.stringify(launch).includes('${input:') ? [token] : [],
    range: { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 },
    fingerprint: '',
    ...(settings && { settings }),
  };
}

/** What an entry says, field by field, by the names that `lost` uses. */
function fieldsOf(launch: Launch, settings: ServerSettings = {}): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  const { enabled, tools, ...times } = settings;
  fields.set('type', launch.type);
  if (enabled === false) fields.set('enabled', false);
  for (const [name, value] of Object.entries(times)) fields.set(name, value);
  for (const [name, value] of Object.entries(tools ?? {})) fields.set(`tools.${name}`, value);
  if (launch.type === 'stdio') {
    const { env, command, args, cwd, envFile, sandbox } = launch;
    fields.set('command', command).set('args', args).set('cwd', cwd).set('envFile', envFile);
    fields.set('sandboxEnabled', sandbox && true);
    for (const [name, value] of Object.entries(env)) fields.set(`env.${name}`, value);
  } else {
    fields.set('url', launch.url);
    for (const [key, value] of Object.entries({ ...launch.oauth }))
      fields.set(`oauth.${key}`, value);
    for (const [name, value] of Object.entries(launch.headers)) {
      fields.set(`headers.${name}`, value);
    }
  }
  return new Map([...fields].filter(([, value]) => value !== undefined));
}

const cases = dialectIds.flatMap((dialect) =>
  Object.entries(launches).map(([what, launch]) => ({
    dialect,
    what,
    definitions: settingsSets.map((settings) => definitionOf(launch, settings)),
  })),
);

function lostFields({ lost }: ExportedEntry): ReadonlySet<string> {
  return new Set(lost.filter(({ code }) => code !== 'secretInline').map(({ field }) => field));
}

async function expectRoundTrip(definition: Definition, dialect: DialectId): Promise<void> {
  const exported = exportEntry(definition, dialect);
  if (Object.keys(exported.value).length === 0) {
    expect(exported.lost.map(({ code }) => code)).toEqual(['unsupportedTransport']);
    return;
  }
  const text = await written(dialect, exported);
  const back = await readBack(dialect, text);
  // Put into one style of writing variables, so that they can be compared.
  const compared = await readBack('vscode', await written('vscode', exportEntry(back, 'vscode')));
  const fields = fieldsOf(compared.launch, back.settings);
  const lost = lostFields(exported);
  const given = fieldsOf(definition.launch, definition.settings);
  for (const [field, value] of given) {
    if (lost.has(field)) continue;
    expect([field, fields.get(field)], text).toEqual([field, value]);
  }
  expect(back.name).toBe(definition.name);
  expect(back.unread, text).toBeUndefined();
  for (const field of lost) expect(given.has(field), field).toBe(true);
}

describe('an entry that is exported and read back', () => {
  it.each(cases)('loses what the host has no word for: $dialect, $what', (one) => {
    for (const definition of one.definitions) {
      const { launch, settings } = definition;
      const { lost } = exportEntry(definition, one.dialect);
      const told = new Set(lost.map(({ field, code }) => `${field} ${code}`));
      expect(told).toEqual(expectedLosses(launch, settings ?? {}, hostFormats[one.dialect]));
    }
  });

  it.each(cases)('is the same but for what is lost: $dialect, $what', async (one) => {
    for (const definition of one.definitions) await expectRoundTrip(definition, one.dialect);
  });

  it.each(cases)('is written as it was read: $dialect, $what', async ({ dialect, definitions }) => {
    for (const definition of definitions) {
      const exported = exportEntry(definition, dialect);
      if (Object.keys(exported.value).length === 0) continue;
      const back = await readBack(dialect, await written(dialect, exported));
      const again = exportEntry(back, dialect);
      expect(lostFields(again)).toEqual(new Set());
      expect(again.value).toEqual(exported.value);
    }
  });
});
