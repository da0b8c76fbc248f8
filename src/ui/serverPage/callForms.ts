import { shellWord } from '../../base/posixShell';
import type { HttpLaunch, Launch } from '../../config/definition';
import { likelySecrets } from '../../config/likelySecrets';
import { subjectOf, type ServerTest } from '../../config/serverTests';
import { variablesIn } from '../../config/variables';
import type { Handshake, McpObject } from '../../ipc/state';
import { standardHeaders } from '../../protocol/headers';
import type { RpcMessage } from '../../protocol/jsonRpc';
import { clientInfo, requestMeta } from '../../protocol/meta';
import { isModern, newestLegacy } from '../../protocol/revisions';
import { mentionOf } from '../text/mention';

/** The server of a call, and the place from which it is called. */
export interface CallPlace {
  readonly server: string;
  readonly launch: Launch;
  readonly handshake?: Handshake | undefined;
  /** Absolute paths of the configuration file and of `cli.js`. */
  readonly config: string;
  readonly cli: string;
  readonly platform: NodeJS.Platform;
}

/** A call as a text to be used elsewhere. */
export interface CallForm {
  readonly kind: 'mention' | 'command' | 'curl' | 'message';
  readonly text: string;
}

/**
 * The forms in which a call can be made elsewhere: in chat (tools), in a terminal (tools and resources), by curl
 * (servers over HTTP), and as its message. Secrets of the entry become variables of the shell.
 */
export function callForms(call: ServerTest, place: CallPlace): readonly CallForm[] {
  const { kind, name } = subjectOf(call);
  const { arguments: args = {} } = call;
  const written = Object.keys(args).length > 0 ? JSON.stringify(args) : '';
  const quoted = place.platform === 'win32' ? inPowerShell : inPosixShell;
  const line = (...words: readonly string[]): string => words.map(quoted).join(' ');
  const { server, launch, config, cli } = place;
  const request = requestOf(call);
  const texts: Partial<Record<CallForm['kind'], string>> = {
    ...(kind === 'tool' && {
      mention: `${mentionOf(name)} ${written}`.trim(),
      command: line(
        'node',
        cli,
        'call',
        server,
        name,
        ...(written === '' ? [] : ['--args', written]),
        '--config',
        config,
      ),
    }),
    ...(kind === 'resource' && {
      command: line('node', cli, 'read', server, name, '--config', config),
    }),
    ...(launch.type === 'http' && { curl: curlLines(request, launch, place.handshake) }),
    message: JSON.stringify(request, undefined, 2),
  };
  return Object.entries(texts).map(([form, text]) => ({ kind: form as CallForm['kind'], text }));
}

interface Request {
  readonly method: string;
  readonly params: McpObject;
}

function requestOf(call: ServerTest): Request {
  const { kind, name } = subjectOf(call);
  if (kind === 'resource') return { method: 'resources/read', params: { uri: name } };
  const params = { name, arguments: call.arguments ?? {} };
  return { method: kind === 'tool' ? 'tools/call' : 'prompts/get', params };
}

/**
 * Lines of curl for a POSIX shell. A server of the legacy era is greeted first, because it may keep sessions. What is
 * secret or has variables is left to variables of the shell.
 */
function curlLines(
  { method, params }: Request,
  launch: HttpLaunch,
  handshake: Handshake | undefined,
): string {
  const secrets = new Set(likelySecrets(launch).map(({ location }) => location.at(-1)));
  const isOpen = (name: string, value: string): boolean =>
    !secrets.has(name) && variablesIn(value).length === 0;
  const own = Object.entries(launch.headers).map(([name, value]) =>
    isOpen(name, value)
      ? inPosixShell(`${name}: ${value}`)
      : `${inPosixShell(`${name}: `)}"$${shellName(name)}"`,
  );
  const url = isOpen('url', launch.url) ? inPosixShell(launch.url) : '"$MCP_URL"';
  const post = (message: object, ...more: readonly string[]): string => {
    const headers = [
      'content-type: application/json',
      'accept: application/json, text/event-stream',
      ...Object.entries(standardHeaders(message as RpcMessage, version)).map(
        ([name, value]) => `${name}: ${value}`,
      ),
    ];
    const words = [...headers.map(inPosixShell), ...own, ...more].map((header) => `-H ${header}`);
    return `curl -sS ${url} ${words.join(' ')} --data-raw ${inPosixShell(JSON.stringify(message))}`;
  };
  const version = handshake?.protocolVersion ?? newestLegacy;
  const begin = { jsonrpc: '2.0', id: 1, method };
  if (isModern(version))
    return post({ ...begin, params: { ...params, _meta: requestMeta(version, {}) } });
  const session = '"mcp-session-id: $SESSION"';
  const greeting = { protocolVersion: version, capabilities: {}, clientInfo };
  const greet = post({ jsonrpc: '2.0', id: 0, method: 'initialize', params: greeting });
  const sessionOf = "grep -i '^mcp-session-id:' | cut -d ' ' -f 2 | tr -d '\\r'";
  return [
    `SESSION=$(${greet} -D - -o /dev/null | ${sessionOf})`,
    post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session),
    post({ ...begin, params }, session),
  ].join('\n');
}

/** The variable of a shell for a header: none that a person has for something else, such as `GITHUB_TOKEN`. */
function shellName(header: string): string {
  return `MCP_HEADER_${header.toUpperCase().replaceAll(/[^A-Z\d]/g, '_')}`;
}

function inPosixShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : shellWord(word);
}

/**
 * Quotes a word. PowerShell before 7.3 leaves escaping of double quotes to the command; see `withoutEscapes` for later
 * releases. It takes typographic single quotes for straight ones.
 */
function inPowerShell(word: string): string {
  if (/^[\w+=:./\\-]+$/.test(word)) return word;
  const escaped = word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`);
  return `'${escaped.replaceAll(/['\u2018-\u201B]/g, '$&$&')}'`;
}

/** Text of JSON as it was before PowerShell 7.3 or later passed on the escapes of {@link callForms} as they are. */
export function withoutEscapes(json: string): string {
  return json.startsWith(String.raw`{\"`) ? json.replaceAll(/(\\*)\1\\"/g, '$1"') : json;
}
