import { findNodeAtOffset, type Node } from 'jsonc-parser';
import type { Problem } from '../definition';
import { debugKeys, devKeys } from '../read/parseDev';
import { entryKeys, oauthKeys } from '../read/parseEntry';
import { inputKeys } from '../read/parseInputs';
import { properties, propertyNamed } from '../settings/properties';
import { spanOf, type ConfigTree } from './configTree';
import {
  nearestOf,
  soundsSecret,
  suggestedDebugger,
  suggestedInputType,
  suggestedKey,
  suggestedType,
  suggestedUrl,
  suggestedVariable,
} from './suggestions';

/** Nobody reads more of them, and each is looked for among all names. */
const mostSuggestions = 100;

/**
 * The problems with what was probably meant, where that can be told. A server that has its command or
 * address under a misspelt key lacks neither: that key is the error then.
 */
export function withMeanings(problems: readonly Problem[], tree: ConfigTree): readonly Problem[] {
  const told = problems.map((problem, index) =>
    index < mostSuggestions ? withSuggestion(problem, tree) : problem,
  );
  const misspelt = new Set(told.filter(isDecisive).map(({ args }) => args['server']));
  return told
    .filter(({ code, args }) => code !== 'missing' || !misspelt.has(args['server']))
    .map((problem) => (isDecisive(problem) ? { ...problem, severity: 'error' } : problem));
}

function isDecisive({ code, args }: Problem): boolean {
  const { server, within, suggestion } = args;
  if (code !== 'unknownKey' || server === undefined || within !== undefined) return false;
  return suggestion === 'command' || suggestion === 'url';
}

/** The problem with what was probably meant instead. */
function withSuggestion(problem: Problem, tree: ConfigTree): Problem {
  const node = nodeOf(problem, tree);
  const suggestion = suggestionFor(problem, tree, node);
  if (suggestion !== undefined) return { ...problem, args: { ...problem.args, suggestion } };
  const { server, key = '', within } = problem.args;
  const mayHold = problem.code === 'unknownKey' && server !== undefined && within === undefined;
  if (!mayHold || !soundsSecret(key)) return problem;
  return { ...problem, args: { ...problem.args, holds: 'secret' } };
}

function nodeOf({ range }: Problem, { text, document }: ConfigTree): Node | undefined {
  return document.root && findNodeAtOffset(document.root, spanOf(text, range).offset);
}

function suggestionFor(
  problem: Problem,
  tree: ConfigTree,
  node: Node | undefined,
): string | undefined {
  const { code, args } = problem;
  switch (code) {
    case 'unknownVariable':
      return suggestedVariable(args['variable'] ?? '');
    case 'undefinedInput':
      return nearestOf(
        args['input'] ?? '',
        tree.inputs.map(({ id }) => id),
      );
    case 'unknownType':
      return typeFor(args, node);
    case 'unknownKey':
      return keyFor(args, node);
    case 'conflictingKeys':
      return args['type'] === undefined ? undefined : args['key'] === 'url' ? 'http' : 'stdio';
    case 'invalidUrl': {
      const url = suggestedUrl(args['url'] ?? '');
      // The rest of an address may hold a secret.
      return url && `${new URL(url).protocol}//`;
    }
    default:
      return undefined;
  }
}

function typeFor(args: Problem['args'], node: Node | undefined): string | undefined {
  const { type = '', input, within } = args;
  if (input !== undefined) return suggestedInputType(type);
  if (within !== undefined) return suggestedDebugger(type);
  const entry = node?.parent?.parent;
  // The rest of the entry tells it best.
  const [hasUrl, hasCommand] = ['url', 'command'].map(
    (key) => entry && propertyNamed(entry, key) !== undefined,
  );
  const word = suggestedType(type);
  if (hasUrl && !hasCommand) return word === 'sse' ? word : 'http';
  return hasCommand && !hasUrl ? 'stdio' : word;
}

/** The keys of nested objects of an entry, by their path. */
const nestedKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['oauth', oauthKeys],
  ['dev', devKeys],
  ['dev.debug', debugKeys],
]);

function keyFor(
  { key = '', server, input, within }: Problem['args'],
  node: Node | undefined,
): string | undefined {
  const ofEntry = within === undefined ? entryKeys : (nestedKeys.get(within) ?? []);
  const ofInput = input === undefined ? ['servers', 'inputs'] : inputKeys;
  const meant = suggestedKey(key, server === undefined ? ofInput : ofEntry);
  const object = node?.parent?.parent;
  const isThere = object && properties(object).some(({ name }) => name === meant);
  return isThere ? undefined : meant;
}
