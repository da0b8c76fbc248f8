import type { HttpLaunch, Launch, StdioLaunch, DebugMode, DevMode } from '../definition';
import { EntryReader, type ReadContext } from './entryReader';
import { FieldReader } from './fieldReader';
import type { ProblemList } from './problemList';
import { type Property, propertyNamed } from './properties';

type Kind = 'stdio' | 'http';

const launchTypes = ['stdio', 'http', 'sse'] as const;

/** Every key that VS Code's format knows, with the kind of server it belongs to. */
const kindOfKey = new Map<string, Kind | 'both'>([
  ['type', 'both'],
  ['dev', 'both'],
  ['gallery', 'both'],
  ['version', 'both'],
  ['command', 'stdio'],
  ['args', 'stdio'],
  ['cwd', 'stdio'],
  ['env', 'stdio'],
  ['envFile', 'stdio'],
  ['sandboxEnabled', 'stdio'],
  ['url', 'http'],
  ['headers', 'http'],
  ['oauth', 'http'],
]);

/** The same keys in their order. */
export const entryKeys: readonly string[] = [...kindOfKey.keys()];

/** Keys of `oauth` whose values are texts. */
const oauthTexts = [
  'clientId',
  'clientSecret',
  'issuer',
  'clientMetadataUrl',
  'privateKey',
  'algorithm',
] as const;

/** The keys of `oauth`. */
export const oauthKeys: readonly string[] = [...oauthTexts, 'grant', 'enterpriseManaged'];

/** Keys of other hosts' entries whose meaning stands in a setting here, with its name there. */
const keysOfSettings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    enabled: ['enabled', 'disabled', 'isActive'],
    callTimeoutSeconds: ['timeout', 'tool_timeout_sec'],
    startupTimeoutSeconds: ['startup_timeout_sec'],
    tools: ['tools', 'includeTools', 'excludeTools', 'disabledTools', 'disabled_tools'],
    toolRules: ['alwaysAllow', 'autoApprove'],
  }).flatMap(([setting, keys]) => keys.map((key) => [key, setting] as const)),
);

const requiredKey = { stdio: 'command', http: 'url' } as const;

/** Reads one entry of `servers`; `undefined` where it cannot be launched. Says why in `problems`. */
export function parseEntry(entry: Property, context: ReadContext): Launch | undefined {
  const { problems } = context;
  if (entry.value.type !== 'object') {
    problems.error('notAnObject', entry.value, { key: entry.name });
    return undefined;
  }
  const reader = new EntryReader(entry, context);
  reportUnknownKeys(reader, entry, problems);
  const type = readType(reader, entry, problems);
  if (type === undefined) return undefined;
  const kind = type === 'stdio' ? 'stdio' : 'http';
  if (reportForeignKeys(reader, entry, kind, problems)) return undefined;
  reportUnsupported(reader, entry, kind, problems);
  const missing = isMissing(reader, requiredKey[kind]);
  if (missing) {
    problems.error('missing', entry.key, { key: requiredKey[kind], server: entry.name });
  }
  const oauth = kind === 'http' ? readOAuth(entry, reader, context) : undefined;
  const launch =
    type === 'stdio' ? readStdio(reader) : { ...readHttp(type, reader), ...(oauth && { oauth }) };
  return missing || reader.broken ? undefined : launch;
}

function reportUnknownKeys(reader: EntryReader, entry: Property, problems: ProblemList): void {
  for (const { name, key } of reader.keys.values()) {
    if (kindOfKey.has(name)) continue;
    const setting = keysOfSettings.get(name);
    const args = { key: name, server: entry.name };
    if (setting === undefined) problems.warning('unknownKey', key, args);
    else problems.warning('keyOfSettings', key, { ...args, setting });
  }
}

/** The type as written, else inferred from the keys as VS Code does; `undefined` where it is wrong. */
function readType(
  reader: EntryReader,
  entry: Property,
  problems: ProblemList,
): Launch['type'] | undefined {
  const property = reader.keys.get('type');
  if (property === undefined) {
    const remote = ['url', 'headers', 'oauth'].some((key) => reader.keys.has(key));
    return remote && !reader.keys.has('command') ? 'http' : 'stdio';
  }
  const { value } = property;
  if (value.type !== 'string') {
    problems.wrongType('error', value, { key: 'type', expected: 'string', server: entry.name });
    return undefined;
  }
  const type = launchTypes.find((known) => known === value.value);
  if (type === undefined) {
    problems.error('unknownType', value, { type: String(value.value), server: entry.name });
  }
  return type;
}

/**
 * Reports keys that belong to the other kind of server. Where one of them would decide how the server
 * is reached, it is unclear what is meant: that one is reported alone, and the answer is true.
 */
function reportForeignKeys(
  reader: EntryReader,
  entry: Property,
  kind: Kind,
  problems: ProblemList,
): boolean {
  const other = kind === 'stdio' ? 'http' : 'stdio';
  const type = reader.keys.get('type')?.value.value;
  const isTyped = !reader.keys.has(requiredKey[kind]) && typeof type === 'string';
  const args = { other: requiredKey[kind], server: entry.name, ...(isTyped && { type }) };
  const decisive = reader.keys.get(requiredKey[other]);
  if (decisive !== undefined) {
    problems.error('conflictingKeys', decisive.key, { key: decisive.name, ...args });
    return true;
  }
  for (const { name, key } of reader.keys.values()) {
    if (kindOfKey.get(name) === other) {
      problems.warning('conflictingKeys', key, { key: name, ...args });
    }
  }
  return false;
}

/** Names what a person relies on and this release does not do. */
function reportUnsupported(
  reader: EntryReader,
  entry: Property,
  kind: Kind,
  problems: ProblemList,
): void {
  const property = reader.keys.get('sandboxEnabled');
  if (property === undefined || kind !== 'stdio' || property.value.value === false) return;
  problems.warning('notYetSupported', property.key, { key: property.name, server: entry.name });
}

/** Absent or blank. A value that is no text at all is of a wrong type, which its reader tells. */
function isMissing(reader: EntryReader, key: string): boolean {
  const node = reader.keys.get(key)?.value;
  return node === undefined || (node.type === 'string' && String(node.value).trim() === '');
}

function readStdio(reader: EntryReader): StdioLaunch {
  const envFile = reader.string('envFile');
  return {
    type: 'stdio',
    command: reader.string('command') ?? '',
    args: reader.strings('args'),
    cwd: reader.string('cwd'),
    env: reader.record('env', reader.environmentValue),
    ...(envFile !== undefined && { envFile }),
    ...(reader.keys.get('sandboxEnabled')?.value.value === true && { sandboxed: true }),
  };
}

function readHttp(type: HttpLaunch['type'], reader: EntryReader): HttpLaunch {
  return { type, url: reader.url('url') ?? '', headers: reader.record('headers', reader.text) };
}

/** The client that is registered with the authorization server; what is wrong of it is a warning. */
function readOAuth(
  entry: Property,
  reader: EntryReader,
  context: ReadContext,
): HttpLaunch['oauth'] {
  const value = reader.keys.get('oauth')?.value;
  if (value === undefined) return undefined;
  const place = { path: 'oauth', server: entry.name };
  const client = FieldReader.of(value, place, oauthKeys, context);
  if (!client) return {};
  const texts = oauthTexts.map((key) => [key, client.string(key)] as const);
  const enterpriseManaged = client.boolean('enterpriseManaged');
  if (enterpriseManaged) notYet(client, 'enterpriseManaged', context.problems);
  const grant = client.string('grant');
  const isKnown = grant === undefined || grant === 'client_credentials';
  if (!isKnown) notYet(client, 'grant', context.problems);
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)),
    ...(isKnown && grant !== undefined && { grant }),
    ...(enterpriseManaged !== undefined && { enterpriseManaged }),
  };
}

function notYet({ keys, path, server }: FieldReader, key: string, problems: ProblemList): void {
  const property = keys.get(key);
  if (property)
    problems.warning('notYetSupported', property.key, { key: `${path}.${key}`, server });
}

/** The keys of `dev` and of `dev.debug`. */
export const devKeys: readonly string[] = ['watch', 'debug'];
export const debugKeys: readonly string[] = ['type', 'debugpyPath'];

/** Reads `dev` of an entry. Nothing in it keeps the server from running, so all is but warnings. */
export function parseDev(
  entry: Property,
  launch: Launch,
  context: ReadContext,
): DevMode | undefined {
  const property = propertyNamed(entry.value, 'dev');
  if (property === undefined) return undefined;
  const place = { path: 'dev', server: entry.name };
  const reader = FieldReader.of(property.value, place, devKeys, context);
  if (reader === undefined) return undefined;
  const debug = readDebug(reader, launch, context);
  return { watch: reader.texts('watch'), ...(debug && { debug }) };
}

function readDebug(dev: FieldReader, launch: Launch, context: ReadContext): DebugMode | undefined {
  const { problems } = context;
  const { server } = dev;
  const key = dev.keys.get('debug')?.key;
  if (key !== undefined && launch.type !== 'stdio') {
    problems.warning('conflictingKeys', key, { key: 'debug', other: 'url', server });
    return undefined;
  }
  const reader = dev.object('debug', debugKeys);
  if (reader === undefined || key === undefined) return undefined;
  const written = reader.keys.get('type');
  if (written === undefined) {
    problems.warning('missing', key, { key: 'type', server, within: reader.path });
    return undefined;
  }
  const type = reader.string('type');
  const debugpyPath = reader.string('debugpyPath');
  if (type === 'debugpy') return { type, ...(debugpyPath !== undefined && { debugpyPath }) };
  const stray = reader.keys.get('debugpyPath')?.key;
  if (type === 'node') {
    if (stray)
      problems.warning('unknownKey', stray, { key: 'debugpyPath', server, within: reader.path });
    return { type };
  }
  if (type !== undefined)
    problems.warning('unknownType', written.value, { type, server, within: reader.path });
  return undefined;
}
