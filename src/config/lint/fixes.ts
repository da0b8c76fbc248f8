import {
  type Node,
  findNodeAtOffset,
  getNodePath,
  getNodeValue,
  createScanner,
} from 'jsonc-parser';
import type { JsonObject } from '../../base/json';
import { isHttpUrl } from '../../network/urlOf';
import type { ConfigSource, Problem } from '../definition';
import type { Span, JsonError } from '../read/configDocument';
import { minimalEdit, type TextEdit } from '../write/textEdit';
import { isBareServer } from '../read/parseConfig';
import { withoutDefault } from '../variables';
import { newInput } from '../write/newInputs';
import { commentsOf, liftItem, putItem } from '../write/moveItem';
import { newFileText } from '../write/putEntries';
import { removeValue, setValue } from '../write/jsonEdits';
import { readCommands } from '../paste/commandLine';
import { JsoncDocument, token } from '../read/jsoncDocument';
import { nodeAt, properties } from '../read/properties';
import { withInputs, type ConfigTree } from './configTree';
import { inputReferences, variableSpots } from './references';
import { entryView, type EntryView } from './entryView';
import { remoteBridge } from './remoteBridge';
import { suggestedUrl } from './suggestions';

/** The effect of a fix; its title comes from `ui/editing/editingTexts.ts`. */
export type FixCode =
  | 'renameKey'
  | 'removeKey'
  | 'keepCommand'
  | 'keepUrl'
  | 'writeVariable'
  | 'useInput'
  | 'defineInput'
  | 'removeInput'
  | 'explicitFolder'
  | 'reachDirectly'
  | 'setType'
  | 'moveSecret'
  | 'moveServers'
  | 'writeServers'
  | 'splitCommand'
  | 'writeList'
  | 'writeObject'
  | 'quoteValue'
  | 'unquoteValue'
  | 'writeAddress'
  | 'insertComma'
  | 'writeValue';

/** A way out of a problem. */
export interface Fix {
  readonly code: FixCode;
  readonly args: Readonly<Record<string, string>>;
  /** Empty for `moveSecret`, which has to store the value before the text changes. */
  readonly edits: readonly TextEdit[];
  /** The one that is nearly always meant. */
  readonly preferred: boolean;
}

/** A problem with the text around it. */
interface FixContext {
  readonly tree: ConfigTree;
  readonly source: ConfigSource;
  readonly problem: Problem;
  readonly span: Span;
  /** The innermost node at the beginning of the problem. */
  readonly node: Node;
  /** The entry that it is about. */
  readonly entry: EntryView | undefined;
}

/** A fix by its edits. */
function fix(code: FixCode, args: Fix['args'], edits: readonly TextEdit[], preferred = true): Fix {
  return { code, args, edits, preferred };
}

/** The fix that makes `after` of the text; none where that changes nothing. */
function fixTo(
  code: FixCode,
  { text }: ConfigTree,
  after: string,
  args: Fix['args'] = {},
): readonly Fix[] {
  return after === text ? [] : [fix(code, args, minimalEdit(text, after))];
}

/** The edit that writes other text in the place of a node. */
function replacement({ offset, length }: Span, content: string): TextEdit {
  return { offset, length, content };
}

/** The ways out of a problem of a file in VS Code's format, the best first. */
export function fixesFor(tree: ConfigTree, source: ConfigSource, problem: Problem): readonly Fix[] {
  if (problem.code === 'syntax') return syntaxFixes(tree, problem);
  if (problem.code === 'emptyFile') {
    return fixTo('writeServers', tree, setValue(tree.text, ['servers'], {}));
  }
  const find = finders[problem.code];
  if (find === undefined || tree.document.root === undefined) return [];
  const span = tree.document.span(problem.range);
  const node = findNodeAtOffset(tree.document.root, span.offset);
  const property = tree.servers.find(({ name }) => name === problem.args['server']);
  const entry = property && entryView(property);
  return node ? find({ tree, source, problem, span, node, entry }) : [];
}

const finders: Partial<Record<Problem['code'], (context: FixContext) => readonly Fix[]>> = {
  wrongTopLevelKey: ({ tree, problem, node }) => {
    const to = problem.args['expected'] ?? '';
    if (!tree.top.some(({ name }) => name === to)) return [renamed(node, to)];
    return moved(tree, unwrapped(tree.text, [pathOf(node), [...tree.base, to]]));
  },
  nestedServers: ({ tree, node }) => moved(tree, unwrapped(tree.text, [pathOf(node), tree.base])),
  bareServer: ({ tree }) => {
    const names = tree.top.filter(isBareServer).map(({ name }) => name);
    return moved(tree, movedProperties(tree.text, [tree.base, [...tree.base, 'servers']], names));
  },
  unknownKey: (context) => {
    const { suggestion } = context.problem.args;
    return [
      ...(suggestion === undefined ? [] : [renamed(context.node, suggestion)]),
      removed(context),
    ];
  },
  keyOfSettings: (context) => [removed(context)],
  notYetSupported: (context) => [removed(context)],
  rootNotAnObject: ({ node }) => {
    const isEmpty = (node.type === 'array' && !node.children?.length) || node.value === '';
    const content = newFileText('vscode').trimEnd();
    return isEmpty ? [fix('writeServers', {}, [replacement(node, content)])] : [];
  },
  notAnObject: entryFixes,
  wrongType: typeFixes,
  invalidUrl: addressFixes,
  commandLine: splitCommand,
  unexpanded: ({ problem, span }) => {
    const { suggestion = '' } = problem.args;
    return [
      fix('writeVariable', { variable: suggestion }, [replacement(span, escaped(suggestion))]),
    ];
  },
  duplicateKey: (context) => [removed(context)],
  duplicateName: duplicateNameFixes,
  conflictingKeys: conflictFixes,
  unknownVariable: ({ tree, problem, span }) => {
    const { variable = '', suggestion } = problem.args;
    if (suggestion === undefined) return [];
    const spots = variableSpots(tree).filter(
      ({ text, span: at }) => withoutDefault(text) === variable && within(at, span),
    );
    const edits = spots.map(({ inner }) => ({ ...inner, content: escaped(suggestion) }));
    return [fix('writeVariable', { variable: `\${${suggestion}}` }, edits)];
  },
  undefinedInput: undefinedInputFixes,
  unusedInput: ({ tree, problem }) => {
    const { input = '' } = problem.args;
    const index = tree.inputs.find(({ id }) => id === input)?.index;
    if (index === undefined) return [];
    const after = removeValue(tree.text, [...tree.base, 'inputs', index]);
    return [fix('removeInput', { input }, minimalEdit(tree.text, after))];
  },
  cwdFromWorkspace: explicitFolder,
  cwdFromHome: explicitFolder,
  remoteBridge: bridgeFixes,
  unknownType: ({ problem, node }) => {
    const { suggestion: type } = problem.args;
    if (type === undefined) return [];
    return [fix('setType', { type }, [replacement(node, JSON.stringify(type))])];
  },
  plainSecret: ({ problem }) => [fix('moveSecret', problem.args, [])],
};

/** Removes the whole entry, or the element of a declaration. */
function duplicateNameFixes({ tree, node }: FixContext): readonly Fix[] {
  const isKey = node.parent?.children?.[0] === node;
  const item = isKey ? node.parent : node.parent?.parent;
  return item ? [removed({ tree, node }, item)] : [];
}

function conflictFixes({ tree, problem, node, entry }: FixContext): readonly Fix[] {
  if (!entry) return [];
  const path = pathOf(node);
  const { key = '', other = '' } = problem.args;
  const decisive = key === 'command' || key === 'url';
  if (!decisive) return [removed({ tree, node })];
  const { suggestion } = problem.args;
  if (suggestion !== undefined) {
    const after = setValue(tree.text, [...path.slice(0, -1), 'type'], suggestion);
    return fixTo('setType', tree, after, { type: suggestion });
  }
  const keep = (way: FixCode, keys: readonly string[], type: string): Fix => {
    const gone = keys.filter((name) => entry.keys.has(name));
    const written = entry.keys.get('type')?.value.value;
    const isRight = written === undefined || (way === 'keepUrl') === (written !== 'stdio');
    const at = path.slice(0, -1);
    const typed = isRight ? tree.text : setValue(tree.text, [...at, 'type'], type);
    const after = gone.reduce((text, name) => removeValue(text, [...at, name]), typed);
    return fix(way, { keys: gone.join(', ') }, minimalEdit(tree.text, after), false);
  };
  const command = keep('keepCommand', ['url', 'headers', 'oauth'], 'stdio');
  const url = keep(
    'keepUrl',
    ['command', 'args', 'env', 'envFile', 'cwd', 'sandboxEnabled'],
    'http',
  );
  return other === 'command' ? [command, url] : [url, command];
}

function undefinedInputFixes({ tree, problem, span }: FixContext): readonly Fix[] {
  const { input = '', suggestion } = problem.args;
  const uses = inputReferences(tree).filter(({ id, span: at }) => id === input && within(at, span));
  // The problem names an input without what somebody took for its default.
  if (uses.length === 0) return [];
  const after = withInputs(tree, [newInput(input)]) ?? tree.text;
  const define = fixTo('defineInput', tree, after, { input });
  if (suggestion === undefined) return define;
  const edits = uses.map(({ idSpan }) => ({ ...idSpan, content: escaped(suggestion) }));
  return [...define, fix('useInput', { input: suggestion }, edits, false)];
}

function explicitFolder({ source, problem, node }: FixContext): readonly Fix[] {
  const relative = (problem.args['cwd'] ?? '').replace(/^(?:\.[\\/])+|^\.$/, '');
  const base = source.folder === undefined ? '${userHome}' : '${workspaceFolder}';
  const cwd = relative === '' ? base : `${base}/${relative}`;
  return [fix('explicitFolder', { cwd }, [replacement(node, JSON.stringify(cwd))])];
}

function bridgeFixes({ tree, entry }: FixContext): readonly Fix[] {
  const bridge = entry?.stdio && remoteBridge(entry.stdio);
  if (!entry || !bridge) return [];
  const at = [...tree.base, 'servers', entry.name];
  let after = tree.text;
  for (const [key, value] of Object.entries(bridge.entry)) {
    if (value !== undefined) after = setValue(after, [...at, key], value);
  }
  for (const key of ['command', 'args', 'env', 'cwd']) {
    if (entry.keys.has(key)) after = removeValue(after, [...at, key]);
  }
  return [fix('reachDirectly', {}, minimalEdit(tree.text, after))];
}

function renamed(key: Node, to: string): Fix {
  const args = { key: String(key.value), expected: to };
  return fix('renameKey', args, [replacement(key, JSON.stringify(to))]);
}

function moved(tree: ConfigTree, after: string | undefined): readonly Fix[] {
  return after === undefined ? [] : fixTo('moveServers', tree, after);
}

/** Removes what a key names; by its context, as the key may be there twice. */
function removed({ tree, node }: Pick<FixContext, 'tree' | 'node'>, item = node.parent): Fix {
  const after = item ? liftItem(tree.text, item).text : tree.text;
  return fix('removeKey', { key: String(node.value) }, minimalEdit(tree.text, after), false);
}

/** The path of the value that a key names. */
function pathOf(key: Node): readonly string[] {
  const value = key.parent?.children?.[1];
  return value ? getNodePath(value).map(String) : [];
}

/** Text for the inside of a JSON string. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function within(inner: Span, outer: Span): boolean {
  return inner.offset >= outer.offset && inner.offset + inner.length <= outer.offset + outer.length;
}

/** The words of one command as a shell reads it; `undefined` where it is none or several. */
export function wordsOf(commandLine: string): readonly [string, ...string[]] | undefined {
  const commands = readCommands(commandLine) ?? [];
  const [program, ...rest] = commands[0] ?? [];
  const isOne = commands.length === 1 && program !== undefined && !program.includes('=');
  return isOne ? [program, ...rest] : undefined;
}

/** A whole command line in `command` becomes the program and its `args`. */
function splitCommand({ tree, entry }: FixContext): readonly Fix[] {
  const command = entry?.keys.get('command')?.value;
  if (!entry || !command) return [];
  const value: unknown = getNodeValue(command);
  const words = typeof value === 'string' ? wordsOf(value) : textsOf(command);
  if (words?.[0] === undefined) return [];
  const [program, ...rest] = words;
  const args = entry.keys.get('args')?.value;
  const more = args === undefined ? [] : textsOf(args);
  if (more === undefined) return [];
  const at = getNodePath(command).slice(0, -1);
  const withProgram = setValue(tree.text, [...at, 'command'], program);
  const all = [...rest, ...more];
  const after = all.length === 0 ? withProgram : setValue(withProgram, [...at, 'args'], all);
  return fixTo('splitCommand', tree, after, { program });
}

/** A value of another type, where it is clear what it says. */
function typeFixes(context: FixContext): readonly Fix[] {
  const { tree, problem, node } = context;
  const { key = '', expected } = problem.args;
  const written = tree.text.slice(node.offset, node.offset + node.length);
  const isText = expected === 'string' || expected === 'stringNumberOrNull';
  if (isText && (node.type === 'number' || node.type === 'boolean'))
    return [fix('quoteValue', {}, [replacement(node, JSON.stringify(written))])];
  if (expected === 'boolean' && (node.value === 'true' || node.value === 'false'))
    return [fix('unquoteValue', {}, [replacement(node, node.value)])];
  if (key === 'command' && node.type === 'array') return splitCommand(context);
  if (expected === 'strings' && node.type === 'string') {
    const words = readCommands(String(node.value))?.flat();
    return words ? fixTo('writeList', tree, replaced(context, words), { key }) : [];
  }
  const pairs = expected === 'object' ? pairsOf(node) : undefined;
  return pairs ? fixTo('writeObject', tree, replaced(context, pairs), { key }) : [];
}

/** An entry that is a text: an address, or a command line. */
function entryFixes({ tree, problem, node }: FixContext): readonly Fix[] {
  const { key = '' } = problem.args;
  const written = node.type === 'string' ? String(node.value).trim() : '';
  const [command, ...args] = wordsOf(written) ?? [];
  if (command === undefined) return [];
  const program = args.length > 0 ? { command, args } : { command };
  const entry: JsonObject = isHttpUrl(written) ? { url: written } : program;
  const after = setValue(tree.text, getNodePath(node), entry);
  return fixTo('writeObject', tree, after, { key });
}

/** An address that lacks its beginning. */
function addressFixes({ node }: FixContext): readonly Fix[] {
  const url = node.type === 'string' ? suggestedUrl(String(node.value)) : undefined;
  if (url === undefined) return [];
  return [fix('writeAddress', {}, [replacement(node, JSON.stringify(url))])];
}

/** The text with another value in the place of the node. */
function replaced({ tree, node }: FixContext, value: JsonObject | readonly string[]): string {
  return setValue(tree.text, getNodePath(node), value);
}

function textsOf({ type, children }: Node): readonly string[] | undefined {
  const items = children ?? [];
  const areTexts = type === 'array' && items.every((item) => item.type === 'string');
  return areTexts ? items.map(({ value }) => String(value)) : undefined;
}

/** `NAME=value` or `Name: value` in a list, as an object. */
function pairsOf(node: Node): JsonObject | undefined {
  const pairs = textsOf(node)?.map((text) => /^([\w.-]+)(?:=|:\s*)([^]*)$/.exec(text));
  if (pairs === undefined || pairs.some((pair) => pair === null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

/** A text in quotes that JSON does not know: those of JavaScript, Python and word processors. */
const otherQuotes = /['‘’‚“”„`]([^'‘’‚“”„`"\\\n]*)['‘’“”`]/y;

/** A key without quotes. */
const bareKey = /([A-Za-z_][\w-]*)(?=\s*:)/y;

/** A constant of another language. */
const constant = /(None|True|False|undefined|nil)\b/y;

const constants: ReadonlyMap<string, string> = new Map([
  ['None', 'null'],
  ['undefined', 'null'],
  ['nil', 'null'],
  ['True', 'true'],
  ['False', 'false'],
]);

/** The ways out of a syntax error that have one clear meaning. */
function syntaxFixes(tree: ConfigTree, problem: Problem): readonly Fix[] {
  const { offset } = tree.document.span(problem.range);
  const error: string | undefined = problem.args['error'];
  const isError = (name: JsonError): boolean => error === name;
  if (isError('CommaExpected')) {
    const end = endBefore(tree.text, offset);
    return [fix('insertComma', {}, [replacement({ offset: end, length: 0 }, ',')])];
  }
  if (!isError('InvalidSymbol')) return [];
  const found = meant(tree.text, offset);
  if (found === undefined) return [];
  const { written, content } = found;
  const edit = replacement({ offset, length: written.length }, content);
  return [fix('writeValue', { value: content }, [edit])];
}

/** The probable meaning of a text that is not JSON. */
function meant(
  text: string,
  offset: number,
): { readonly written: string; readonly content: string } | undefined {
  for (const pattern of [otherQuotes, bareKey, constant]) {
    pattern.lastIndex = offset;
    const [written, inner] = pattern.exec(text) ?? [];
    if (written !== undefined && inner !== undefined)
      return { written, content: constants.get(inner) ?? JSON.stringify(inner) };
  }
  return undefined;
}

/** The end of the last token before an offset, comments left out. */
function endBefore(text: string, offset: number): number {
  const scanner = createScanner(text, false);
  let end = 0;
  for (;;) {
    const kind: number = scanner.scan();
    const start = scanner.getTokenOffset();
    if (kind === token.end || start >= offset) return end;
    if (kind < token.lineComment || kind > token.trivia) end = start + scanner.getTokenLength();
  }
}

type Path = readonly string[];

/**
 * The text with properties of one object moved to the end of another one, comments included. Creates the other object
 * if needed. `undefined` if one of the names is taken there, or if the text is broken: the last character of an object
 * that breaks off is not its brace.
 */
function movedProperties(
  text: string,
  [from, to]: readonly [Path, Path],
  names: readonly string[],
): string | undefined {
  if (new JsoncDocument(text).faults.length > 0) return undefined;
  let result = nodeIn(text, to) === undefined ? setValue(text, to, {}) : text;
  const target = nodeIn(result, to);
  if (target?.type !== 'object') return undefined;
  if (properties(target).some(({ name }) => names.includes(name))) return undefined;
  for (const name of names) {
    const property = nodeIn(result, [...from, name])?.parent;
    if (property === undefined) return undefined;
    const lifted = liftItem(result, property);
    const container = nodeIn(lifted.text, to);
    if (container === undefined) return undefined;
    result = putItem(lifted.text, container, lifted.item);
  }
  return result;
}

/**
 * Moves all properties of an object as {@link movedProperties} does, and removes the object. The comments that are left
 * in it follow the properties.
 */
function unwrapped(text: string, [from, to]: readonly [Path, Path]): string | undefined {
  const object = nodeIn(text, from);
  if (object?.type !== 'object') return undefined;
  const names = properties(object).map(({ name }) => name);
  const moved = movedProperties(text, [from, to], names);
  const emptied = moved && nodeIn(moved, from)?.parent;
  if (!emptied) return undefined;
  const lifted = liftItem(moved, emptied);
  const left = commentsOf(lifted.item);
  const container = nodeIn(lifted.text, to);
  return container && left.above.length > 0 ? putItem(lifted.text, container, left) : lifted.text;
}

function nodeIn(text: string, path: Path): ReturnType<typeof nodeAt> {
  const { root } = new JsoncDocument(text);
  return root && nodeAt(root, path);
}
