import { findNodeAtOffset, getNodePath, type Node } from 'jsonc-parser';
import type { ConfigSource, Problem } from '../definition';
import type { Span } from '../documents/configDocument';
import { minimalEdit } from '../write/textEdit';
import { isBareServer } from '../read/parseConfig';
import { withoutDefault } from '../variableSyntax';
import { newInput, withInputs } from './newInput';
import { liftItem } from '../write/moveItem';
import { newFileText } from '../write/newFileText';
import { removeValue, setValue } from '../write/setValue';
import { spanOf, type ConfigTree } from './configTree';
import { inputReferences, variableSpots } from './inputReferences';
import { entryViews, type EntryView } from './entryView';
import { fix, fixTo, replacement, type Fix, type FixCode, type Place } from './fix';
import { movedProperties, unwrapped } from './moveServers';
import { remoteBridge } from './remoteBridge';
import { syntaxFixes } from './syntaxFixes';
import { addressFixes, entryFixes, splitCommand, typeFixes } from './valueFixes';

/** The ways out of a problem of a file in VS Code's format, the best first. */
export function fixesFor(tree: ConfigTree, source: ConfigSource, problem: Problem): readonly Fix[] {
  if (problem.code === 'syntax') return syntaxFixes(tree, problem);
  if (problem.code === 'emptyFile') {
    return fixTo('writeServers', tree, setValue(tree.text, ['servers'], {}));
  }
  const find = finders[problem.code];
  if (find === undefined || tree.document.root === undefined) return [];
  const span = spanOf(tree.text, problem.range);
  const node = findNodeAtOffset(tree.document.root, span.offset);
  return node ? find({ tree, source, problem, span, node }) : [];
}

const finders: Partial<Record<Problem['code'], (place: Place) => readonly Fix[]>> = {
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
  unknownKey: (place) => {
    const { suggestion } = place.problem.args;
    return [...(suggestion === undefined ? [] : [renamed(place.node, suggestion)]), removed(place)];
  },
  keyOfSettings: (place) => [removed(place)],
  notYetSupported: (place) => [removed(place)],
  rootNotAnObject: ({ node }) => {
    const isEmpty = (node.type === 'array' && !node.children?.length) || node.value === '';
    const content = newFileText('vscode').trimEnd();
    return isEmpty ? [fix('writeServers', {}, [replacement(node, content)])] : [];
  },
  notAnObject: entryFixes,
  wrongType: (place) => typeFixes(place, entryOf(place.tree, place.problem)),
  invalidUrl: addressFixes,
  commandLine: (place) => {
    const entry = entryOf(place.tree, place.problem);
    return entry ? splitCommand(place, entry) : [];
  },
  unexpanded: ({ problem, span }) => {
    const { suggestion = '' } = problem.args;
    return [
      fix('writeVariable', { variable: suggestion }, [replacement(span, escaped(suggestion))]),
    ];
  },
  duplicateKey: (place) => [removed(place)],
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
  remoteBridge: ({ tree, problem }) => {
    const entry = entryOf(tree, problem);
    return entry ? bridgeFixes(tree, entry) : [];
  },
  unknownType: ({ problem, node }) => {
    const { suggestion: type } = problem.args;
    if (type === undefined) return [];
    return [fix('setType', { type }, [replacement(node, JSON.stringify(type))])];
  },
  plainSecret: ({ problem }) => [fix('moveSecret', problem.args, [])],
};

/** Of an entry the whole goes, of a declaration its element. */
function duplicateNameFixes({ tree, node }: Place): readonly Fix[] {
  const isKey = node.parent?.children?.[0] === node;
  const item = isKey ? node.parent : node.parent?.parent;
  if (item === undefined) return [];
  const { text } = liftItem(tree.text, item);
  return [fix('removeKey', { key: String(node.value) }, minimalEdit(tree.text, text), false)];
}

function conflictFixes({ tree, problem, node }: Place): readonly Fix[] {
  const entry = entryOf(tree, problem);
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

function undefinedInputFixes({ tree, problem, span }: Place): readonly Fix[] {
  const { input = '', suggestion } = problem.args;
  const uses = inputReferences(tree).filter(({ id, span: at }) => id === input && within(at, span));
  // The problem names an input without what somebody took for its default.
  if (uses.length === 0) return [];
  const after = withInputs(tree, [newInput(input)]);
  const define = fix('defineInput', { input }, minimalEdit(tree.text, after));
  if (suggestion === undefined) return [define];
  const edits = uses.map(({ idSpan }) => ({ ...idSpan, content: escaped(suggestion) }));
  return [define, fix('useInput', { input: suggestion }, edits, false)];
}

function explicitFolder({ source, problem, node }: Place): readonly Fix[] {
  const relative = (problem.args['cwd'] ?? '').replace(/^(?:\.[\\/])+|^\.$/, '');
  const base = source.folder === undefined ? '${userHome}' : '${workspaceFolder}';
  const cwd = relative === '' ? base : `${base}/${relative}`;
  return [fix('explicitFolder', { cwd }, [replacement(node, JSON.stringify(cwd))])];
}

function bridgeFixes(tree: ConfigTree, entry: EntryView): readonly Fix[] {
  const bridge = entry.stdio && remoteBridge(entry.stdio);
  if (bridge === undefined) return [];
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

function entryOf(tree: ConfigTree, { args }: Problem): EntryView | undefined {
  return entryViews(tree).find(({ name }) => name === args['server']);
}

function renamed(key: Node, to: string): Fix {
  const args = { key: String(key.value), expected: to };
  return fix('renameKey', args, [replacement(key, JSON.stringify(to))]);
}

function moved(tree: ConfigTree, after: string | undefined): readonly Fix[] {
  return after === undefined ? [] : fixTo('moveServers', tree, after);
}

/** Removes what a key names; by its place, as the key may be there twice. */
function removed({ tree, node }: Pick<Place, 'tree' | 'node'>): Fix {
  const after = node.parent ? liftItem(tree.text, node.parent).text : tree.text;
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
