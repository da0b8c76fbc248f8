import type { Node } from 'jsonc-parser';
import type { DebugMode, DevMode, HttpLaunch, Launch, StdioLaunch } from '../definition';
import type { Dialect, Held, Row } from '../dialect';
import { dialects } from '../dialects';
import type { ServerSettings } from '../settings/serverSettings';
import { passedVariable, shellTextAt } from '../variables';
import { ObjectReader, type ReadContext } from './objectReader';
import { propertyNamed, type Property } from './properties';

/** The content of one entry. */
export interface ParsedEntry {
  readonly launch: Launch;
  readonly settings?: ServerSettings | undefined;
  readonly dev?: DevMode | undefined;
  /** Names of keys that cannot be carried. */
  readonly unread: readonly string[];
}

/** The keys of an entry in VS Code's format. */
export const entryKeys: readonly string[] = dialects.vscode.rows.map(({ key }) => key);

/** Keys of `oauth` whose values are texts. */
const oauthTexts = [
  'clientId',
  'clientSecret',
  'issuer',
  'clientMetadataUrl',
  'privateKey',
  'algorithm',
] as const;

export const oauthKeys: readonly string[] = [...oauthTexts, 'grant', 'enterpriseManaged'];
export const devKeys: readonly string[] = ['watch', 'debug'];
export const debugKeys: readonly string[] = ['type', 'debugpyPath'];

/** Names of transports in the hosts' files; `remote` does not tell which of the two it is. */
export const transportWords: ReadonlyMap<string, Launch['type']> = new Map([
  ['stdio', 'stdio'],
  ['local', 'stdio'],
  ['http', 'http'],
  ['remote', 'http'],
  ['streamable-http', 'http'],
  ['streamable_http', 'http'],
  ['streamablehttp', 'http'],
  ['sse', 'sse'],
]);

/** Keys of other hosts' entries that are a setting here, with the name of that. */
const keysOfSettings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    enabled: ['enabled', 'disabled', 'isActive'],
    callTimeoutSeconds: ['timeout', 'tool_timeout_sec'],
    startupTimeoutSeconds: ['startup_timeout_sec'],
    tools: ['tools', 'includeTools', 'excludeTools', 'disabledTools', 'disabled_tools'],
    toolRules: ['alwaysAllow', 'autoApprove'],
  }).flatMap(([setting, keys]) => keys.map((key) => [key, setting] as const)),
);

type Kind = 'stdio' | 'http';

/** The kind of server that a key belongs to; absent for those of both. */
const kindOf: Partial<Record<Held, Kind>> = {
  command: 'stdio',
  args: 'stdio',
  cwd: 'stdio',
  env: 'stdio',
  envFile: 'stdio',
  sandboxed: 'stdio',
  url: 'http',
  headers: 'http',
  oauth: 'http',
};

const requiredKey = { stdio: 'command', http: 'url' } as const;

/**
 * Reads one entry by the rows of its dialect; `undefined` where it cannot be launched. The problems tell why, except
 * for an entry that only refers to a server defined elsewhere.
 */
export function parseEntry(
  entry: Property,
  dialect: Dialect,
  context: ReadContext,
): ParsedEntry | undefined {
  if (entry.value.type !== 'object') {
    context.problems.error('notAnObject', entry.value, { key: entry.name });
    return undefined;
  }
  const fields = new EntryFields(entry, dialect, context);
  const type = readType(fields);
  if (type === undefined) return undefined;
  if (!isReachable(type, fields, entry)) return undefined;
  const launch = type === 'stdio' ? readStdio(fields, context) : readHttp(type, fields);
  if (launch === undefined) return undefined;
  const settings = readSettings(fields);
  if (fields.broken) return undefined;
  return { launch, settings, dev: readDev(fields, launch), unread: fields.unread };
}

/**
 * The transport as written, else as the keys imply. A word that is not known is an error, and `undefined`; in
 * VS Code's format it is a warning, because VS Code runs the server by its keys.
 */
function readType(fields: EntryFields): Launch['type'] | undefined {
  const written = fields.get('type');
  if (written === undefined) return impliedType(fields);
  const { isVsCode, transports } = fields.dialect;
  const isRaw = isVsCode && written.value.type === 'string';
  const word = isRaw ? String(written.value.value) : fields.text('type');
  if (word === undefined) return undefined;
  const type = transportWords.get(isVsCode ? word : word.toLowerCase());
  // VS Code takes no word but the other two, and then looks for a command first.
  if (isVsCode && type === 'sse' && hasCommand(fields)) return 'stdio';
  // VS Code knows no other words than those that it writes.
  if (type !== undefined && (!isVsCode || transports[type]?.type === word)) return type;
  if (!isVsCode) {
    fields.root.error('unknownType', written.value, { type: word });
    return undefined;
  }
  fields.root.warning('unknownType', written.value, { type: word });
  return impliedType(fields);
}

function impliedType(fields: EntryFields): Launch['type'] {
  if (hasCommand(fields)) return 'stdio';
  const url = fields.get('url');
  if (url) return url.row.transport ?? 'http';
  return fields.dialect.isVsCode && fields.keysOf('http').length > 0 ? 'http' : 'stdio';
}

/** To VS Code an empty command is none. */
function hasCommand({ command, dialect: { isVsCode } }: EntryFields): boolean {
  return command !== undefined && !(isVsCode && isBlank(command.value, isVsCode));
}

/**
 * True if the entry has the command or URL that its transport needs. Reports missing and contradicting keys. In VS
 * Code's format the other one is ignored, as by VS Code; elsewhere an entry without a type must not have both. An entry
 * in VS Code's format that lacks its own is read on, for its other problems.
 */
function isReachable(type: Launch['type'], fields: EntryFields, entry: Property): boolean {
  const { isVsCode, elsewhere } = fields.dialect;
  const kind = type === 'stdio' ? 'stdio' : 'http';
  const other = kind === 'stdio' ? 'http' : 'stdio';
  const needed = fields.required(kind);
  const conflicting = fields.required(other);
  const written = fields.get('type');
  const args = {
    other: needed?.row.key ?? requiredKey[kind],
    server: entry.name,
    ...(written && !needed && { type: String(written.value.value) }),
  };
  if (conflicting && (isVsCode ? !needed : !written)) {
    fields.root.error('conflictingKeys', conflicting.key, { key: conflicting.row.key, ...args });
    return false;
  }
  if (isVsCode) {
    const stray = conflicting ? [conflicting] : fields.keysOf(other);
    for (const { name, key } of stray)
      fields.root.warning('conflictingKeys', key, { key: name, ...args });
  }
  if (needed && !isBlank(needed.value, isVsCode)) return true;
  const isElsewhere = elsewhere?.some((key) => fields.root.keys.has(key)) === true;
  if (!isElsewhere || fields.command || fields.get('url'))
    fields.root.error('missing', entry.key, { key: requiredKey[kind] });
  return isVsCode === true;
}

/** An empty text or, where lists are taken, an empty list. Any other type is wrong and reported when it is read. */
function isBlank({ type, value, children }: Node, isVsCode: true | undefined): boolean {
  if (type === 'array' && !isVsCode)
    return children?.[0] === undefined || isBlank(children[0], isVsCode);
  return type === 'string' && String(value).trim() === '';
}

/** `undefined` where the entry asks for a sandbox whose rules have a mistake. */
function readStdio(
  fields: EntryFields,
  { sandbox }: Pick<ReadContext, 'sandbox'>,
): StdioLaunch | undefined {
  const sandboxed = fields.flag('sandboxed') === true;
  if (sandboxed && sandbox === undefined) return undefined;
  const line = fields.texts('commandLine');
  const command = line?.[0] ?? fields.text('command') ?? '';
  const env = fields.get('env');
  return {
    type: 'stdio',
    command,
    args: line?.slice(1) ?? readArguments(fields, command),
    cwd: fields.text('cwd'),
    env: { ...readPassed(fields), ...env?.reader.environment(env.name) },
    ...optional('envFile', fields.text('envFile')),
    ...(sandboxed && { sandbox }),
  };
}

/** The variables that a server gets by their names alone, as names or as objects with a `name`. */
function readPassed(fields: EntryFields): StdioLaunch['env'] {
  const field = fields.get('passedVariables');
  const names = field?.reader.list(field.name, 'strings', 'string', (item) => {
    const name = item.type === 'object' ? propertyNamed(item, 'name')?.value : item;
    return name?.type === 'string' ? String(name.value) : undefined;
  });
  return Object.fromEntries(names?.map((name) => [name, passedVariable(name)]) ?? []);
}

function readArguments(fields: EntryFields, command: string): readonly string[] {
  const args = fields.get('args');
  if (args === undefined) return [];
  const { children = [] } = args.value;
  const at = shellTextAt(
    command,
    children.map(({ value }): unknown => value),
  );
  return args.reader.strings(args.name, 'strings', children[at]);
}

function readHttp(type: HttpLaunch['type'], fields: EntryFields): HttpLaunch {
  const url = fields.get('url');
  const oauth = readOAuth(fields);
  return {
    type,
    url: url?.reader.url(url.name) ?? '',
    headers: readHeaders(fields),
    ...(oauth && { oauth }),
  };
}

/** The client that is registered with the authorization server. */
function readOAuth(fields: EntryFields): HttpLaunch['oauth'] {
  const clientId = fields.text('clientId');
  if (clientId !== undefined) return { clientId };
  const field = fields.get('oauth');
  if (field === undefined) return undefined;
  const client = field.reader.optional(field.name, oauthKeys);
  if (client === undefined) return {};
  const texts = oauthTexts.map((key) => [key, client.string(key)] as const);
  const enterpriseManaged = client.boolean('enterpriseManaged');
  if (enterpriseManaged) client.notYetSupported('enterpriseManaged');
  const grant = client.string('grant');
  const isKnown = grant === undefined || grant === 'client_credentials';
  if (!isKnown) client.notYetSupported('grant');
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)),
    ...(isKnown && optional('grant', grant)),
    ...optional('enterpriseManaged', enterpriseManaged),
  };
}

/** Headers as written, and those that a host takes from environment variables. */
function readHeaders(fields: EntryFields): Readonly<Record<string, string>> {
  const bearer = fields.text('bearerVariable');
  const named = fields.get('variableHeaders');
  const plain = fields.get('headers');
  const fromVariables = named?.reader.texts(named.name) ?? {};
  return {
    ...plain?.reader.texts(plain.name),
    ...Object.fromEntries(
      Object.entries(fromVariables).map(([header, variable]) => [header, `{env:${variable}}`]),
    ),
    ...(bearer !== undefined && { Authorization: `Bearer {env:${bearer}}` }),
  };
}

/** The settings beside the launch; `undefined` where there are none. */
function readSettings(fields: EntryFields): ServerSettings | undefined {
  const disabled = fields.flag('disabled');
  const tools = {
    // One text allows the tools of that name alone, as `"*"` in place of `["*"]`.
    ...optional('allow', fields.texts('allowedTools', 'stringOrStrings')),
    ...optional('hide', fields.texts('hiddenTools')),
  };
  const settings: ServerSettings = {
    ...optional(
      'enabled',
      fields.flag('enabled') ?? (disabled === undefined ? undefined : !disabled),
    ),
    ...optional('startupTimeoutSeconds', fields.seconds('startupTimeout')),
    ...optional('callTimeoutSeconds', fields.seconds('callTimeout')),
    ...(Object.keys(tools).length > 0 && { tools }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

function readDev(fields: EntryFields, launch: Launch): DevMode | undefined {
  const field = fields.get('dev');
  const dev = field?.reader.optional(field.name, devKeys);
  if (dev === undefined) return undefined;
  const debug = readDebug(dev, launch, fields.root);
  return { watch: dev.strings('watch', 'stringOrStrings'), ...optional('debug', debug) };
}

function readDebug(dev: ObjectReader, launch: Launch, entry: ObjectReader): DebugMode | undefined {
  const key = dev.keys.get('debug')?.key;
  if (key === undefined) return undefined;
  if (launch.type !== 'stdio') {
    entry.warning('conflictingKeys', key, { key: 'debug', other: 'url' });
    return undefined;
  }
  const reader = dev.optional('debug', debugKeys);
  if (reader === undefined) return undefined;
  const written = reader.keys.get('type')?.value;
  if (written === undefined) {
    reader.warning('missing', key, { key: 'type' });
    return undefined;
  }
  const type = reader.string('type');
  const debugpyPath = reader.string('debugpyPath');
  if (type === 'debugpy') return { type, ...optional('debugpyPath', debugpyPath) };
  const stray = reader.keys.get('debugpyPath')?.key;
  if (type === 'node' && stray) reader.warning('unknownKey', stray, { key: 'debugpyPath' });
  if (type === 'node') return { type };
  if (type !== undefined) reader.warning('unknownType', written, { type });
  return undefined;
}

function optional<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  // A computed key widens to `string`.
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, T>>);
}

/** A key that an entry has. */
interface Field {
  readonly row: Row;
  /** The reader of the object that contains the key. */
  readonly reader: ObjectReader;
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
}

/**
 * The keys of one entry by the rows of its dialect. `null` counts as absent, as it does for the hosts, except in
 * VS Code's format. There a key without a row is reported; in all others it is kept in `unread`.
 */
class EntryFields {
  readonly root: ObjectReader;
  readonly unread: readonly string[] = [];
  readonly #fields = new Map<Held, Field>();
  readonly #nested = new Map<string, ObjectReader>();

  constructor(
    entry: Property,
    readonly dialect: Dialect,
    private readonly context: ReadContext,
  ) {
    this.root = new ObjectReader(entry.value, { server: entry.name }, context);
    const unread = [...this.root.keys.values()].flatMap((property) => this.#unread(property));
    if (!dialect.isVsCode) this.unread = unread;
    // Of several keys for the same the first row counts, wherever its key stands.
    for (const row of dialect.rows.toReversed()) this.#find(row);
  }

  get broken(): boolean {
    return [this.root, ...this.#nested.values()].some(({ broken }) => broken);
  }

  get command(): Field | undefined {
    return this.get('command') ?? this.get('commandLine');
  }

  get(held: Held): Field | undefined {
    return this.#fields.get(held);
  }

  /** The key that a server of this kind cannot do without. */
  required(kind: Kind): Field | undefined {
    return kind === 'stdio' ? this.command : this.get('url');
  }

  /** The keys that only servers of one kind have, in the order of the text. */
  keysOf(kind: Kind): readonly Property[] {
    return [...this.root.keys.values()].filter(({ name }) =>
      this.dialect.rows.some(({ key, holds }) => key === name && kindOf[holds] === kind),
    );
  }

  text(held: Held): string | undefined {
    const field = this.get(held);
    return field?.reader.string(field.name);
  }

  texts(held: Held, expected?: 'strings' | 'stringOrStrings'): readonly string[] | undefined {
    const field = this.get(held);
    return field?.reader.strings(field.name, expected);
  }

  flag(held: Held): boolean | undefined {
    const field = this.get(held);
    return field?.reader.boolean(field.name, field.row.key);
  }

  /** Seconds. A call of under a second is never meant: such a number of milliseconds is one of seconds. */
  seconds(held: 'startupTimeout' | 'callTimeout'): number | undefined {
    const field = this.get(held);
    const value = field?.reader.positiveNumber(field.name, field.row.key);
    if (value === undefined || field?.row.unit !== 'milliseconds') return value;
    return held === 'callTimeout' && value < 1000 ? value : value / 1000;
  }

  /** The names of keys under a property that no row reads. Keeps the reader of a nested object. */
  #unread({ name, key, value }: Property): readonly string[] {
    const { rows, isVsCode } = this.dialect;
    if (value.type === 'null' && !isVsCode) return [];
    const nested = rows.filter((row) => row.key.startsWith(`${name}.`));
    if (nested.length === 0 || value.type !== 'object') {
      if (rows.some((row) => row.key === name)) return [];
      if (isVsCode) this.#reportUnknown(name, key);
      return [name];
    }
    const reader = new ObjectReader(value, this.root.owner, this.context);
    this.#nested.set(name, reader);
    return Array.from(reader.keys.keys(), (inner) => `${name}.${inner}`).filter(
      (path) => !nested.some((row) => row.key === path),
    );
  }

  #reportUnknown(name: string, at: Node): void {
    const setting = keysOfSettings.get(name);
    if (setting === undefined) this.root.warning('unknownKey', at, { key: name });
    else this.root.warning('keyOfSettings', at, { key: name, setting });
  }

  #find(row: Row): void {
    const { rows, isVsCode } = this.dialect;
    const dot = row.key.indexOf('.');
    const reader = dot === -1 ? this.root : this.#nested.get(row.key.slice(0, dot));
    const name = row.key.slice(dot + 1);
    const property = reader?.keys.get(name);
    if (reader === undefined || property === undefined) return;
    const { key, value } = property;
    if (value.type === 'null' && !isVsCode) return;
    const isParent = rows.some((other) => other.key.startsWith(`${row.key}.`));
    if (isParent && value.type === 'object') return;
    this.#fields.set(row.holds, { row, reader, name, key, value });
  }
}
