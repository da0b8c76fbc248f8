import { getNodeValue, createScanner } from 'jsonc-parser';
import { urlOf } from '../../network/urlOf';
import { isObject } from '../../base/json';
import type { Problem, Launch, DialectId } from '../definition';
import { detectDialect, isSingleEntry } from '../read/detectDialect';
import { JsoncDocument, token } from '../read/jsoncDocument';
import { parseAnyConfig } from '../read/parseConfig';
import { commandLaunch, serverCommands, type ShellCommand, readCommands } from './commandLine';
import {
  launchDraft,
  type Draft,
  editorDefinition,
  pasteSource,
  relaunched,
  suggestedName,
  unreadProblems,
} from './draft';
import { readHostCommand, readInstallLink, type CarriedJson } from './hostCommand';
import {
  addressLaunch,
  readPage,
  readWord,
  type ReadingKind,
  type WordReading,
} from './packageName';
import { dockerRun } from './dockerRun';

/** One meaning of what was pasted; several servers only where it was a configuration. */
export interface Reading {
  readonly kind: ReadingKind;
  readonly drafts: readonly Draft[];
}

/** The possible meanings of a pasted text. */
export interface Pasted {
  /** None where the text holds no server; several where a person has to say which is meant. */
  readonly readings: readonly Reading[];
  /** What keeps parts of a configuration from being read, in the order of its text. */
  readonly problems: readonly Problem[];
}

const nothing: Pasted = { readings: [], problems: [] };

/**
 * Reads a server in the forms of READMEs: command line, URL, package, image, install link. Also reads a host's command
 * to add it, and a whole or partial configuration of any host. Never throws for a text it cannot read.
 */
export async function readPasted(text: string): Promise<Pasted> {
  const bare = withoutFence(text);
  if (bare === '') return nothing;
  const read = /^[a-z][a-z\d+.-]*:\S*$/i.test(bare) && (await readLink(bare));
  if (read) return read;
  const snippet = await readSnippet(bare);
  if (snippet) return ofSnippet('config', snippet);
  const commands = readCommands(bare);
  return commands ? readAll(serverCommands(commands)) : nothing;
}

/**
 * The text as it was copied. A one-line field turns line breaks into spaces, so the clipboard counts if it is
 * otherwise the same.
 */
export function wholeText(typed: string, clipboard: string): string {
  const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  return clipboard.includes('\n') && flat(clipboard) === flat(typed) ? clipboard : typed;
}

/** `undefined` for a word that only looks like an address, such as an image with a tag. */
async function readLink(text: string): Promise<Pasted | undefined> {
  const url = urlOf(text);
  if (!url) return undefined;
  const carried = readInstallLink(url);
  if (carried) {
    const snippet = await readCarried(carried);
    return snippet ? ofSnippet('link', snippet) : nothing;
  }
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const pages = readPage(url);
  const address = { kind: 'address', launch: addressLaunch(text) } as const;
  // A repository is a page, but its address could still be a server's.
  return ofWords(pages.length === 0 ? [address] : pages);
}

async function readAll(commands: readonly ShellCommand[]): Promise<Pasted> {
  const all = await Promise.all(commands.map(readOne));
  return {
    readings: all.flatMap(({ readings }) => readings),
    problems: all.flatMap(({ problems }) => problems),
  };
}

async function readOne(command: ShellCommand): Promise<Pasted> {
  const { words, env, cwd } = command;
  const [word] = words;
  if (words.length === 1 && word !== undefined && cwd === undefined) {
    const found = /^https?:\/\//i.test(word) ? await readLink(word) : ofWords(readWord(word));
    if (Object.keys(env).length === 0) return found ?? nothing;
  }
  const host = readHostCommand(words);
  if (host && 'json' in host) {
    const snippet = await readCarried(host);
    return snippet ? ofSnippet('hostCommand', snippet) : nothing;
  }
  const launch = host?.launch ?? commandLaunch(command);
  if (!launch) return nothing;
  const draft = launchDraft(launch, host?.name, host);
  return { readings: [{ kind: host ? 'hostCommand' : 'command', drafts: [draft] }], problems: [] };
}

function ofWords(readings: readonly WordReading[]): Pasted {
  return {
    readings: readings.map(({ kind, launch }) => ({ kind, drafts: [launchDraft(launch)] })),
    problems: [],
  };
}

function ofSnippet(kind: ReadingKind, { drafts, problems }: Snippet): Pasted {
  return { readings: drafts.length > 0 ? [{ kind, drafts }] : [], problems };
}

/** Without the marks that Markdown puts around code. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const [fence] = /^(?:`{3,}|~{3,})/.exec(trimmed) ?? [];
  if (fence === undefined) return /^`[^`]+`$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
  const end = trimmed.endsWith(fence) ? trimmed.length - fence.length : trimmed.length;
  // The word behind the fence is the name of a language.
  return trimmed
    .slice(fence.length, end)
    .replace(/^[\w+-]*\s/, '')
    .trim();
}

/** The servers of a configuration file or a part of one, and what keeps others from being read. */
interface Snippet {
  readonly drafts: readonly Draft[];
  readonly problems: readonly Problem[];
}

/** Reads a configuration of any host, or a part of one; `undefined` where the text is none. */
async function readSnippet(text: string): Promise<Snippet | undefined> {
  const json = wholeJson(text);
  if (json !== undefined) return readJson({ json });
  const dialect = detectDialect(text);
  return dialect === undefined ? undefined : readText(text, dialect);
}

/** Reads JSON that a command or a link of a host carries. */
async function readCarried(carried: CarriedJson): Promise<Snippet | undefined> {
  const json = wholeJson(carried.json);
  return json === undefined ? undefined : readJson({ ...carried, json });
}

async function readJson({ json, name, dialect }: CarriedJson): Promise<Snippet | undefined> {
  const { root } = new JsoncDocument(json);
  const value: unknown = root && getNodeValue(root);
  if (!isObject(value)) return undefined;
  const settings =
    isObject(value['mcp']) && isObject(value['mcp']['servers']) ? value['mcp'] : undefined;
  if (settings) return readText(JSON.stringify(settings), 'vscode');
  if (isSingleEntry(value)) return readEntry(value, name, dialect);
  // Unknown JSON is read as a map of entries, so that its problems are reported.
  return readText(json, detectDialect(json) ?? dialect ?? 'dotmcp');
}

/** One entry without the file around it. */
async function readEntry(
  { name, inputs, ...entry }: Record<string, unknown>,
  given: string | undefined,
  dialect: DialectId | undefined,
): Promise<Snippet> {
  const own = given ?? (typeof name === 'string' ? name : undefined);
  const text = JSON.stringify(entry);
  const isEditors =
    dialect === 'vscode' || inputs !== undefined || /"\$\{input:|\$\{input:/.test(text);
  // A name that is only suggested must still be one that an entry can have.
  const key = own ?? 'server';
  if (isEditors) {
    const servers = { servers: { [key]: entry }, ...(inputs !== undefined && { inputs }) };
    const snippet = await readText(JSON.stringify(servers), 'vscode', own !== '');
    // Entries in the words of other hosts are put under the editor's links, too.
    if (snippet.drafts.length > 0 || inputs !== undefined) return snippet;
  }
  const wrapped = JSON.stringify({ mcpServers: { [key]: entry } });
  const isKnown = dialect === 'claude-code' || dialect === 'gemini';
  return readText(wrapped, isKnown ? dialect : entryDialect(entry, wrapped), Boolean(own));
}

/** The host whose words an entry by itself uses; one that knows the variables of most where none. */
function entryDialect(entry: Record<string, unknown>, wrapped: string): DialectId {
  if ('httpUrl' in entry) return 'gemini';
  const found = detectDialect(wrapped);
  return found === undefined || found === 'dotmcp' ? 'cursor' : found;
}

/** `named`: false where the name of the only entry has to be suggested. */
async function readText(text: string, dialect: DialectId, named = true): Promise<Snippet> {
  const parsed = await parseAnyConfig(text, pasteSource(dialect));
  const drafts = parsed.definitions.map((one): Draft => {
    const { definition, lost } = editorDefinition(one);
    const launch = splitCommand(definition.launch);
    const name = named ? definition.name : suggestedName(launch);
    return { definition: { ...relaunched(definition, launch), name }, named, lost };
  });
  return { drafts, problems: unreadProblems(parsed) };
}

/** Links often carry the whole command line as the command; no host could run that as it is. */
function splitCommand(launch: Launch): Launch {
  if (launch.type !== 'stdio' || launch.args.length > 0) return launch;
  if (!/^(?:npx|uvx|uv|bunx|node|python3?|docker|deno|bun|pipx|dnx)\s/.test(launch.command))
    return launch;
  const [command, ...args] = readCommands(launch.command)?.[0] ?? [];
  return command === undefined ? launch : dockerRun({ ...launch, command, args });
}

/**
 * A JSON snippet of documentation as valid JSON. Adds missing braces around it or at its end, and cuts surplus closing
 * ones. `undefined` for a text that is not JSON.
 */
function wholeJson(text: string): string | undefined {
  const scanner = createScanner(text, true);
  const open: string[] = [];
  let first: number | undefined;
  let second: number | undefined;
  let start = 0;
  let end = 0;
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === token.end) break;
    if (first === undefined && kind === token.comma) continue;
    if (first === undefined) start = scanner.getTokenOffset();
    else second ??= kind;
    first ??= kind;
    if (kind === token.openBrace) open.push('}');
    else if (kind === token.openBracket) open.push(']');
    else if (kind === token.closeBrace || kind === token.closeBracket) {
      if (open.length === 0) break;
      open.pop();
    }
    if (open.length > 0 || kind !== token.comma)
      end = scanner.getTokenOffset() + scanner.getTokenLength();
  }
  const isBare = first === token.string && second === token.colon;
  if (first !== token.openBrace && !isBare) return undefined;
  // A comment at the end must not swallow what is added.
  const closed = `${text.slice(start, end)}${open.length > 0 ? '\n' : ''}${open.toReversed().join('')}`;
  return isBare ? `{${closed}\n}` : closed;
}

/** True if a one-line text had several lines, so that a comment hides the JSON behind it. */
export function isCutByComment(text: string): boolean {
  if (/[\r\n]/.test(text.trim())) return false;
  const scanner = createScanner(text, false);
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === token.end) return false;
    if (kind === token.lineComment) return /["{}[\]]/.test(scanner.getTokenValue());
  }
}
