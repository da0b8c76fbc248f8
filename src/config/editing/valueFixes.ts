import { getNodePath, getNodeValue, type Node } from 'jsonc-parser';
import type { JsonObject } from '../../base/json';
import { isHttpUrl } from '../read/httpUrl';
import { readCommands } from '../paste/shellText';
import { setValue } from '../write/setValue';
import type { EntryView } from './entryView';
import { fix, fixTo, replacement, type Fix, type Place } from './fix';
import { suggestedUrl } from './suggestions';

/** The words of one command as a shell reads it; `undefined` where it is none or several. */
export function wordsOf(commandLine: string): readonly [string, ...string[]] | undefined {
  const commands = readCommands(commandLine) ?? [];
  const [program, ...rest] = commands[0] ?? [];
  const isOne = commands.length === 1 && program !== undefined && !program.includes('=');
  return isOne ? [program, ...rest] : undefined;
}

/** A whole command line in `command` becomes the program and its `args`. */
export function splitCommand({ tree }: Place, entry: EntryView): readonly Fix[] {
  const command = entry.keys.get('command')?.value;
  if (command === undefined) return [];
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
export function typeFixes(place: Place, entry: EntryView | undefined): readonly Fix[] {
  const { tree, problem, node } = place;
  const { key = '', expected } = problem.args;
  const written = tree.text.slice(node.offset, node.offset + node.length);
  const isText = expected === 'string' || expected === 'stringNumberOrNull';
  if (isText && (node.type === 'number' || node.type === 'boolean'))
    return [fix('quoteValue', {}, [replacement(node, JSON.stringify(written))])];
  if (expected === 'boolean' && (node.value === 'true' || node.value === 'false'))
    return [fix('unquoteValue', {}, [replacement(node, node.value)])];
  if (key === 'command' && node.type === 'array') return entry ? splitCommand(place, entry) : [];
  if (expected === 'strings' && node.type === 'string') {
    const words = readCommands(String(node.value))?.flat();
    return words ? fixTo('writeList', tree, replaced(place, words), { key }) : [];
  }
  const pairs = expected === 'object' ? pairsOf(node) : undefined;
  return pairs ? fixTo('writeObject', tree, replaced(place, pairs), { key }) : [];
}

/** An entry that is a text: an address, or a command line. */
export function entryFixes({ tree, problem, node }: Place): readonly Fix[] {
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
export function addressFixes({ node }: Place): readonly Fix[] {
  const url = node.type === 'string' ? suggestedUrl(String(node.value)) : undefined;
  if (url === undefined) return [];
  return [fix('writeAddress', {}, [replacement(node, JSON.stringify(url))])];
}

/** The text with another value in the place of the node. */
function replaced({ tree, node }: Place, value: JsonObject | readonly string[]): string {
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
