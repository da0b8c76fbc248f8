import { describe, expect, it } from 'vitest';
import {
  type ConfigSource,
  type Definition,
  type Input,
  type Launch,
  dialectIds,
  type DialectId,
} from '../../../../src/config/definition';
import { dialects } from '../../../../src/config/dialects';
import { exportEntry, type ExportedEntry } from '../../../../src/config/write/exportEntry';
import { parseAnyConfig } from '../../../../src/config/read/parseConfig';
import { putEntries } from '../../../../src/config/write/putEntries';
import type { ServerSettings } from '../../../../src/config/settings/serverSettings';
import { folderSource } from '../textAt';
import { expectedLosses, hostFormats } from '../hostFormats';

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
  'a sandbox': { ...local, sandboxed: true },
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
    const { env, command, args, cwd, envFile, sandboxed } = launch;
    fields.set('command', command).set('args', args).set('cwd', cwd).set('envFile', envFile);
    fields.set('sandboxEnabled', sandboxed);
    for (const [name, value] of Object.entries(env)) fields.set(`env.${name}`, value);
  } else {
    fields.set('url', launch.url).set('oauth.clientId', launch.oauth?.clientId);
    fields.set('oauth.enterpriseManaged', launch.oauth?.enterpriseManaged);
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
    // Codex hands the variable on by its name alone.
    const isPassed = dialect === 'codex' && value === `\${${field.replace('.', ':')}}`;
    if (lost.has(field) || isPassed) continue;
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
      // Codex' names of variables are read, but need no carrying.
      const { env_vars: _passed, ...value } = exported.value;
      expect(again.value).toEqual(value);
    }
  });
});
