import { ownValue } from '../../base/json';
import { urlOf } from '../../network/urlOf';
import { percentDecoded } from '../../base/escape';
import type { DialectId, HttpLaunch, Launch } from '../definition';
import type { ServerSettings } from '../settings/serverSettings';
import type { LostField } from '../write/exportEntry';
import { dockerRun } from './dockerRun';
import { unreadFields, type DraftFacts } from './draft';
import { addressLaunch } from './packageName';
import { readCommands } from './commandLine';

/** JSON of one server, as commands and links of hosts carry it. */
export interface CarriedJson {
  readonly json: string;
  readonly name?: string | undefined;
  /** The format where the host is known. */
  readonly dialect?: DialectId;
}

/** The server in a command that adds it to a host. */
type HostCommand = CarriedJson | AddedServer;

interface AddedServer extends DraftFacts {
  readonly name: string | undefined;
  readonly launch: Launch;
}

/** Options of the hosts' commands, with the fact about a server that each gives. */
const options = {
  '-e': 'env',
  '--env': 'env',
  '-H': 'headers',
  '--header': 'headers',
  '--headers': 'headers',
  '-t': 'transport',
  '--transport': 'transport',
  '--type': 'transport',
  '--url': 'url',
  '--name': 'name',
  '--command': 'command',
  '--args': 'args',
  '--bearer-token-env-var': 'bearer',
  '--client-id': 'clientId',
  '--callback-port': 'callbackPort',
  '--timeout': 'timeout',
  '--include-tools': 'includeTools',
  '--exclude-tools': 'excludeTools',
} as const;
type Fact = (typeof options)[keyof typeof options];
/** Every value of each fact, in order. */
type Options = Record<Fact, string[]>;

/** Options with a value that says where and how a host keeps the server. */
const ignored = /^(?:-s|--scope|--description|--profile|--agent|--workspace)$/;

/**
 * Reads `claude mcp add …`, its like of other hosts, and `code --add-mcp …`; `undefined` for any other
 * command. How they take options: those of Claude Code, Codex, Gemini CLI, Qwen, Amp, Droid.
 */
export function readHostCommand(words: readonly string[]): HostCommand | undefined {
  const json = addedJson(words);
  if (json !== undefined) return { json, dialect: 'vscode' };
  const [program = '', noun, verb, ...rest] = words;
  if (noun !== 'mcp') return undefined;
  if (verb === 'add-json') {
    const [name, json] = positionals(rest);
    return json === undefined ? undefined : { json, name, dialect: dialectOf(program) };
  }
  return verb === 'add' ? readAdd(rest) : undefined;
}

function addedJson(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^--add-mcp(?:=|$)/.test(word));
  if (at === -1) return undefined;
  return words[at]?.includes('=') ? words[at]?.slice('--add-mcp='.length) : words[at + 1];
}

function dialectOf(program: string): DialectId {
  return /gemini|qwen/.test(program) ? 'gemini' : 'claude-code';
}

function readAdd(words: readonly string[]): HostCommand | undefined {
  const given = Object.fromEntries(
    Object.values(options).map((fact) => [fact, [] as string[]]),
  ) as Options;
  const rest: string[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') break;
    const [, option = word, joined] = /^(--[\w-]+)=([^]*)$/.exec(word) ?? [];
    const kind = ownValue<Fact>(options, option);
    if (kind !== undefined) {
      const values = joined === undefined ? valuesAt(words, at + 1, kind) : [joined];
      given[kind].push(...values);
      if (joined === undefined) at += values.length;
    } else if (ignored.test(option)) at += joined === undefined ? 1 : 0;
    else if (!word.startsWith('-')) {
      rest.push(word);
      const isName = rest.length === 1 && given.name.length === 0;
      // Words after a command belong to the command, words after an address do not.
      if (!isName && !isUrl(word)) break;
    }
  }
  return launched(given, rest, words.slice(at + 1));
}

/** One option of Claude Code takes several variables, all others one value. */
function valuesAt(words: readonly string[], from: number, kind: Fact): readonly string[] {
  if (kind !== 'env') return words.slice(from, from + 1);
  const end = words.findIndex((word, at) => at > from && !/^[A-Za-z_]\w*=/.test(word));
  return words.slice(from, end === -1 ? undefined : end);
}

/** `rest`: the words before `--` that belong to no option; `behind`: what follows it or the command. */
function launched(
  given: Options,
  rest: readonly string[],
  behind: readonly string[],
): HostCommand | undefined {
  const [name, first = given.url[0] ?? given.command[0]] =
    given.name.length > 0 ? [given.name[0], rest[0]] : rest;
  const more = given.args.flatMap((text) => text.split(/[\s,]+/));
  const words = [...(first === undefined ? [] : [first]), ...behind, ...more];
  const [command, ...args] = words;
  if (command === undefined) return undefined;
  const told = { name, settings: settingsOf(given), lost: lostOf(given) };
  if (isUrl(command)) return { ...told, launch: remote(command, given) };
  // The whole command line in one word.
  const split = args.length === 0 && command.includes(' ') ? readCommands(command)?.[0] : undefined;
  const env = Object.fromEntries(given.env.map((pair) => cut(pair, /=/)));
  const [program = command, ...others] = split ?? words;
  return { ...told, launch: dockerRun({ type: 'stdio', command: program, args: others, env }) };
}

function settingsOf({ timeout, includeTools, excludeTools }: Options): ServerSettings | undefined {
  const [milliseconds] = timeout.map(Number).filter((time) => time > 0);
  const [allow = [], hide = []] = [includeTools, excludeTools].map((lists) =>
    lists.flatMap((list) => list.split(',')).filter((tool) => tool !== ''),
  );
  const tools = { ...(allow.length > 0 && { allow }), ...(hide.length > 0 && { hide }) };
  const settings: ServerSettings = {
    ...(milliseconds !== undefined && { callTimeoutSeconds: milliseconds / 1000 }),
    ...(Object.keys(tools).length > 0 && { tools }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

function lostOf({ callbackPort }: Options): readonly LostField[] {
  return unreadFields({ unread: callbackPort.length > 0 ? ['oauth.callbackPort'] : [] });
}

function remote(url: string, { transport, headers, bearer, clientId }: Options): HttpLaunch {
  const type = transport.includes('sse') ? 'sse' : transport.length > 0 ? 'http' : undefined;
  const [variable] = bearer;
  const [client] = clientId;
  return {
    ...addressLaunch(url, type),
    headers: {
      ...(variable !== undefined && { Authorization: `Bearer \${env:${variable}}` }),
      // Amp separates name and value by an equals sign.
      ...Object.fromEntries(headers.map((header) => cut(header, /[:=]/))),
    },
    ...(client !== undefined && { oauth: { clientId: client } }),
  };
}

function cut(pair: string, separator: RegExp): readonly [string, string] {
  const at = pair.search(separator);
  return at === -1 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function positionals(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, at) =>
      !word.startsWith('-') &&
      !ignored.test(words[at - 1] ?? '') &&
      !/^--(?:client|callback)-/.test(words[at - 1] ?? ''),
  );
}

function isUrl(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

/** Pages and programs whose links carry a server in the field `config`. */
const carriers =
  /^(?:(?:www\.)?cursor\.com|(?:insiders\.)?vscode\.dev|(?:www\.)?kiro\.dev|lmstudio\.ai)$/;

/**
 * Reads a link that installs a server into VS Code, Cursor, LM Studio or Kiro. Its query or the field `config` has
 * JSON, plain or in base64. `undefined` for any other link.
 */
export function readInstallLink(url: URL): CarriedJson | undefined {
  const inner = urlOf(url.searchParams.get('url') ?? '');
  if (/(?:^|\.)vscode\.dev$/.test(url.hostname) && inner) return readInstallLink(inner);
  if (/^https?:$/.test(url.protocol) && !carriers.test(url.hostname)) return undefined;
  const isEditor = /^vscod|vscode\.dev$/.test(url.protocol) || url.hostname.endsWith('vscode.dev');
  const dialect = isEditor ? 'vscode' : 'cursor';
  const config = url.searchParams.get('config');
  if (config !== null) {
    const json = decoded(config);
    const inputs = url.searchParams.get('inputs');
    const name = url.searchParams.get('name') ?? undefined;
    return json === undefined ? undefined : { json: withInputs(json, inputs), name, dialect };
  }
  const json = decoded(percentDecoded(url.search.slice(1)));
  return json === undefined ? undefined : { json, dialect };
}

function decoded(text: string): string | undefined {
  if (isJsonObject(text)) return text;
  // A plus sign of base64 reads as a space in a query.
  const bytes = Buffer.from(text.replaceAll(' ', '+'), 'base64').toString('utf8');
  if (isJsonObject(bytes)) return bytes;
  const again = percentDecoded(text);
  return again !== text && isJsonObject(again) ? again : undefined;
}

function isJsonObject(text: string): boolean {
  const bare = text.trim();
  return bare.startsWith('{') && bare.endsWith('}');
}

function withInputs(json: string, inputs: string | null): string {
  return inputs === null ? json : `${json.trim().slice(0, -1)},"inputs":${inputs}}`;
}
