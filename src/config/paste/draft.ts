import { numbered } from '../../base/uniqueNames';
import { urlOf } from '../../network/urlOf';
import type {
  ConfigSource,
  Definition,
  Input,
  Launch,
  DialectId,
  ParsedConfig,
  Problem,
  StdioLaunch,
} from '../definition';
import type { ServerSettings } from '../settings/serverSettings';
import { exportEntry, type LostField } from '../write/exportEntry';
import { fingerprintOf } from '../fingerprint';
import { parseConfig } from '../read/parseConfig';
import { imageOf } from './dockerRun';
import { isOperand } from './operands';

/** A server that was found somewhere, on its way into a file. */
export interface FoundServer {
  readonly definition: Definition;
  /** The fields that got lost on the way from its origin. */
  readonly lost: readonly LostField[];
}

/** A server that was read from what a person pasted, in the form of VS Code. */
export interface Draft extends FoundServer {
  /** The name is from the text; else it is a suggestion. */
  readonly named: boolean;
}

/** A place for definitions that come from no file. */
export function pasteSource(dialect: DialectId): ConfigSource {
  return { id: 'pasted', file: 'pasted', dialect, level: 0, readByEditor: false };
}

/** The errors of a text because of which a part of it is not among its servers. */
export function unreadProblems({ definitions, problems }: ParsedConfig): readonly Problem[] {
  const read = new Set<string | undefined>(definitions.map(({ name }) => name));
  return problems.filter(({ code, severity, args }) => {
    // A mistake of an input leaves no server out.
    const isOfInput = args['input'] !== undefined || code === 'inputNotAnObject';
    const isUnread = !read.has(args['server'] ?? args['name']) && !(isOfInput && read.size > 0);
    return severity === 'error' && isUnread;
  });
}

/** The facts about a server beside its launch. */
export interface DraftFacts {
  readonly settings?: ServerSettings | undefined;
  readonly lost?: readonly LostField[];
}

/** The draft of a launch that is written with VS Code's variables. */
export function launchDraft(
  launch: Launch,
  name?: string,
  { settings, lost = [] }: DraftFacts = {},
): Draft {
  const definition: Definition = {
    id: `pasted/${name ?? ''}`,
    name: name ?? suggestedName(launch),
    source: pasteSource('vscode'),
    launch,
    inputs: [],
    range: { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 },
    fingerprint: fingerprintOf(launch),
    ...(settings && { settings }),
  };
  return { definition, named: name !== undefined, lost };
}

/**
 * A definition of any host in VS Code's format, with the parts that this format cannot hold. Settings beside the
 * launch are kept.
 */
export function editorDefinition(definition: Definition): FoundServer {
  if (definition.source.dialect === 'vscode') return { definition, lost: [] };
  const { settings, ...launched } = definition;
  const { value, inputs, lost } = exportEntry(launched, 'vscode');
  const text = JSON.stringify({ servers: { [definition.name]: value }, inputs });
  const [converted] = parseConfig(text, pasteSource('vscode')).definitions;
  const missing = lost.filter(({ code }) => code !== 'secretInline');
  return {
    definition: converted ? { ...converted, ...(settings && { settings }) } : definition,
    lost: [...missing, ...unreadFields(definition)],
  };
}

/** The keys of another host's entry that nothing here can carry. */
export function unreadFields({ unread = [] }: Pick<Definition, 'unread'>): readonly LostField[] {
  const code: LostField['code'] = 'unsupportedField';
  return unread.map((field) => ({ field, code }));
}

/** The definition with another launch and inputs of its own. */
export function relaunched(
  definition: Definition,
  launch: Launch,
  inputs: readonly Input[] = definition.inputs,
): Definition {
  return { ...definition, launch, inputs, fingerprint: fingerprintOf(launch) };
}

const runners =
  /^(?:.*[/\\])?(?:npx|bunx|uvx|pipx|pnpm|npm|yarn|node|tsx|python[\d.]*|py|docker|podman|deno|bun|uv|dnx|dlx|exec|cmd|\/c|run|x|tool)(?:\.(?:exe|cmd))?$/i;

/** Names of files and folders that every server has. */
const generic = /^(?:index|main|server|cli|start|stdio|dist|build|src|bin|lib|out|\.)$/i;

/** Hosts under whose names everybody puts servers: the label before them tells more. */
const shared =
  /(?:^|\.)(?:workers\.dev|vercel\.app|onrender\.com|run\.app|netlify\.app|fly\.dev)$/i;

/** A proposed name: the package, image or program of a command, or the owner of an address. */
export function suggestedName(launch: Launch): string {
  const name = launch.type === 'stdio' ? commandName(launch) : addressName(launch.url);
  return name === '' ? 'server' : name;
}

/** A name that none of `taken` has, whatever their capital letters; numbered where it must be. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  return numbered(name, (one) => taken.has(one.toLowerCase()));
}

function commandName({ command, args }: StdioLaunch): string {
  const image = imageOf({ command, args });
  if (image !== undefined) return packageName(image);
  const words = [command, ...args].filter(isOperand);
  const at = words.findIndex((word) => !runners.test(word));
  const telling = words[at] ?? command;
  // A bridge to a server elsewhere is not what people call it.
  const bridged = /^mcp-remote(?:@|$)/.test(telling) ? words[at + 1] : undefined;
  return bridged === undefined ? packageName(telling) : addressName(bridged);
}

/** The part of a name of a package, image or file that tells one server from another. */
function packageName(whole: string): string {
  const [, scope, inScope] = /^@([^/]+)\/([^@]+)/.exec(whole) ?? [];
  const path = inScope ?? whole.replace(/^(?:git\+)?https?:\/\//, '');
  const parts = path
    .split(/[/\\]/)
    .map(bareName)
    .filter((part) => part !== '');
  const bare = parts.findLast((part) => !generic.test(part)) ?? parts.at(-1) ?? '';
  const short = withoutAffixes(bare);
  if (short !== '') return short;
  return scope === undefined ? bare : withoutAffixes(scope) || scope;
}

/** Without version, tag, extras and extension. */
function bareName(part: string): string {
  return part
    .replace(/(?<=.)(?:@|==|:|\[).*$/, '')
    .replace(/\.(?:[cm]?[jt]s|py|exe|cmd|sh|jar|git)$/i, '');
}

function withoutAffixes(name: string): string {
  const words = name.split(/[-_.]/).filter((word) => !/^(?:mcp|server)$/i.test(word));
  // Dots and underscores that are no separators of the affixes stay as they are.
  return words.length === name.split(/[-_.]/).length ? name : words.join('-');
}

function addressName(url: string): string {
  const parsed = urlOf(url);
  if (!parsed) return '';
  const { hostname, pathname } = parsed;
  if (/^[\d.:[\]]+$/.test(hostname) || !hostname.includes('.')) return hostname;
  const labels = hostname.split('.');
  if (shared.test(hostname)) return withoutAffixes(labels[0] ?? '') || hostname;
  const [telling = ''] = labels
    .slice(0, -1)
    .filter(
      (label) =>
        !/^(?:www|mcp|api|app|apps|server|sse|docs|remote|gateway|co|com|org)$/i.test(label),
    )
    .slice(-1);
  const inPath = pathname.split('/').findLast((part) => !/^(?:|mcp|sse|v\d+|api)$/i.test(part));
  return withoutAffixes(telling) || telling || inPath || hostname;
}
