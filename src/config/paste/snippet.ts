import { getNodeValue } from 'jsonc-parser';
import { isObject } from '../../base/json';
import type { Definition, Launch, Problem } from '../definition';
import { detectDialect, isSingleEntry } from '../read/detectDialect';
import type { DialectId } from '../read/dialectId';
import { JsoncDocument } from '../documents/jsoncDocument';
import { parseAnyConfig } from '../read/parseConfig';
import { dockerRun } from './dockerRun';
import { editorDefinition, pasteSource, relaunched, type Draft } from './draft';
import type { CarriedJson } from './hostCommand';
import { wholeJson } from './jsonText';
import { readCommands } from './shellText';
import { suggestedName } from './suggestedName';

/** The servers of a configuration file or a part of one, and what is wrong with it. */
export interface Snippet {
  readonly drafts: readonly Draft[];
  readonly problems: readonly Problem[];
}

/** Reads a configuration of any host, or a part of one; `undefined` where the text is none. */
export async function readSnippet(text: string): Promise<Snippet | undefined> {
  const json = wholeJson(text);
  if (json !== undefined) return readJson({ json, name: undefined, dialect: undefined });
  const dialect = await detectDialect(text);
  return dialect === undefined ? undefined : readText(text, dialect, undefined);
}

/** Reads JSON that a command or a link of a host carries. */
export async function readCarried(carried: CarriedJson): Promise<Snippet | undefined> {
  const json = wholeJson(carried.json);
  return json === undefined ? undefined : readJson({ ...carried, json });
}

interface Json {
  readonly json: string;
  readonly name: string | undefined;
  /** Where the host is known that it was written for. */
  readonly dialect: DialectId | undefined;
}

async function readJson({ json, name, dialect }: Json): Promise<Snippet | undefined> {
  const { root } = new JsoncDocument(json);
  const value: unknown = root && getNodeValue(root);
  if (!isObject(value)) return undefined;
  const settings =
    isObject(value['mcp']) && isObject(value['mcp']['servers']) ? value['mcp'] : undefined;
  if (settings) return readText(JSON.stringify(settings), 'vscode', undefined);
  if (isSingleEntry(value)) return readEntry(value, name, dialect);
  // What looks like no host's file is read as a map of entries, so that its problems are told.
  return readText(json, (await detectDialect(json)) ?? dialect ?? 'dotmcp', undefined);
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
    const snippet = await readText(JSON.stringify(servers), 'vscode', own);
    // Entries in the words of other hosts are put under the editor's links, too.
    if (snippet.drafts.length > 0 || inputs !== undefined) return snippet;
  }
  const wrapped = JSON.stringify({ mcpServers: { [key]: entry } });
  const found =
    dialect === 'claude-code' || dialect === 'gemini'
      ? dialect
      : await entryDialect(entry, wrapped);
  return readText(wrapped, found, own ?? '');
}

/** The host whose words an entry by itself uses; one that knows the variables of most where none. */
async function entryDialect(entry: Record<string, unknown>, wrapped: string): Promise<DialectId> {
  if ('httpUrl' in entry) return 'gemini';
  const found = await detectDialect(wrapped);
  return found === undefined || found === 'dotmcp' || found === 'claude-desktop' ? 'cursor' : found;
}

/** `name`: of the only entry; empty where it has to be suggested. */
async function readText(
  text: string,
  dialect: DialectId,
  name: string | undefined,
): Promise<Snippet> {
  const { definitions, problems } = await parseAnyConfig(text, pasteSource(dialect));
  const drafts = definitions.map((one): Draft => {
    const { definition, lost } = editorDefinition(one);
    const launch = splitCommand(definition.launch);
    const named = name === undefined || name !== '';
    return {
      definition: renamed(relaunched(definition, launch), named ? undefined : launch),
      named,
      lost,
    };
  });
  return { drafts, problems: problems.filter(({ severity }) => severity === 'error') };
}

function renamed(definition: Definition, launch: Launch | undefined): Definition {
  return launch ? { ...definition, name: suggestedName(launch) } : definition;
}

/** Links often carry the whole command line as the command; no host could run that as it is. */
function splitCommand(launch: Launch): Launch {
  if (launch.type !== 'stdio' || launch.args.length > 0) return launch;
  if (!/^(?:npx|uvx|uv|bunx|node|python3?|docker|deno|bun|pipx|dnx)\s/.test(launch.command))
    return launch;
  const [command, ...args] = readCommands(launch.command)?.[0] ?? [];
  return command === undefined ? launch : dockerRun({ ...launch, command, args });
}
