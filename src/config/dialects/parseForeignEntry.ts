import type { Node } from 'jsonc-parser';
import type { HttpLaunch, Launch, StdioLaunch } from '../definition';
import type { ReadContext } from '../read/entryReader';
import type { Property } from '../read/properties';
import type { ServerSettings } from '../settings/serverSettings';
import type { Dialect } from '../dialect';
import { EntryFields } from './entryFields';

/** What an entry of another host's file says. */
export interface ForeignEntry {
  readonly launch: Launch;
  readonly settings: ServerSettings | undefined;
  /** Names of keys that cannot be carried. */
  readonly unread: readonly string[];
}

/** What hosts call the transports; `remote` leaves open which one of the two it is. */
const transportWords = new Map<string, Launch['type']>([
  ['stdio', 'stdio'],
  ['local', 'stdio'],
  ['http', 'http'],
  ['remote', 'http'],
  ['streamable-http', 'http'],
  ['streamable_http', 'http'],
  ['streamablehttp', 'http'],
  ['sse', 'sse'],
]);

/**
 * Reads one entry; `undefined` where it cannot be launched. Says why in the problems, except of one
 * that only refers to a server which is made elsewhere.
 */
export function parseForeignEntry(
  entry: Property,
  dialect: Dialect,
  context: ReadContext,
): ForeignEntry | undefined {
  if (entry.value.type !== 'object') {
    context.problems.error('notAnObject', entry.value, { key: entry.name });
    return undefined;
  }
  const fields = new EntryFields(entry, dialect, context);
  const type = readTransport(fields, entry, dialect, context);
  if (type === undefined) return undefined;
  const launch = type === 'stdio' ? readStdio(fields) : readHttp(type, fields);
  const settings = readSettings(fields);
  return fields.broken ? undefined : { launch, settings, unread: fields.unread };
}

/** The transport as the type says, else as the keys tell; `undefined` where it stays unclear. */
function readTransport(
  fields: EntryFields,
  entry: Property,
  dialect: Dialect,
  { problems }: ReadContext,
): Launch['type'] | undefined {
  const server = entry.name;
  const typeField = fields.get('type');
  const word = fields.text('type');
  const type = word === undefined ? undefined : transportWords.get(word.toLowerCase());
  if (typeField !== undefined && type === undefined) {
    if (word !== undefined) problems.error('unknownType', typeField.value, { type: word, server });
    return undefined;
  }
  const command = fields.get('command') ?? fields.get('commandLine');
  const url = fields.get('url');
  if (type === undefined && command !== undefined && url !== undefined) {
    const args = { key: url.row.key, other: command.row.key, server };
    problems.error('conflictingKeys', url.key, args);
    return undefined;
  }
  const told = type ?? (url === undefined ? 'stdio' : (url.row.transport ?? 'http'));
  const needed = told === 'stdio' ? command : url;
  if (needed !== undefined && !isBlank(needed.value)) return told;
  const elsewhere = dialect.elsewhere?.some((key) => fields.has(key)) === true;
  if (!elsewhere || command !== undefined || url !== undefined) {
    problems.error('missing', entry.key, { key: told === 'stdio' ? 'command' : 'url', server });
  }
  return undefined;
}

/** An empty text or an empty list; of another type it is wrong, which its reader tells. */
function isBlank({ type, value, children }: Node): boolean {
  if (type === 'array') return children?.[0] === undefined || isBlank(children[0]);
  return type === 'string' && String(value).trim() === '';
}

function readStdio(fields: EntryFields): StdioLaunch {
  const line = fields.texts('commandLine');
  const env = fields.get('env');
  return {
    type: 'stdio',
    command: line?.[0] ?? fields.text('command') ?? '',
    args: line?.slice(1) ?? fields.texts('args') ?? [],
    cwd: fields.text('cwd'),
    env: env?.reader.record(env.name, env.reader.environmentValue) ?? {},
    ...optional('envFile', fields.text('envFile')),
  };
}

function readHttp(type: HttpLaunch['type'], fields: EntryFields): HttpLaunch {
  const url = fields.get('url');
  const clientId = fields.text('clientId');
  return {
    type,
    url: url?.reader.url(url.name) ?? '',
    headers: readHeaders(fields),
    ...(clientId !== undefined && { oauth: { clientId } }),
  };
}

/** Headers as written, and those that a host takes from variables of the environment. */
function readHeaders(fields: EntryFields): Readonly<Record<string, string>> {
  const bearer = fields.text('bearerVariable');
  const named = fields.get('variableHeaders');
  const plain = fields.get('headers');
  const fromVariables = named?.reader.record(named.name, named.reader.text) ?? {};
  return {
    ...plain?.reader.record(plain.name, plain.reader.text),
    ...Object.fromEntries(
      Object.entries(fromVariables).map(([header, variable]) => [header, `{env:${variable}}`]),
    ),
    ...(bearer !== undefined && { Authorization: `Bearer {env:${bearer}}` }),
  };
}

/** What an entry says beyond its launch; `undefined` where that is nothing. */
function readSettings(fields: EntryFields): ServerSettings | undefined {
  const disabled = fields.flag('disabled');
  const tools = {
    ...optional('allow', fields.texts('allowedTools')),
    ...optional('hide', fields.texts('hiddenTools')),
  };
  const settings: ServerSettings = {
    ...optional(
      'enabled',
      fields.flag('enabled') ?? (disabled === undefined ? disabled : !disabled),
    ),
    ...optional('startupTimeoutSeconds', fields.seconds('startupTimeout')),
    ...optional('callTimeoutSeconds', fields.seconds('callTimeout')),
    ...(Object.keys(tools).length > 0 && { tools }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

function optional<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  // A computed key widens to `string`.
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, T>>);
}
