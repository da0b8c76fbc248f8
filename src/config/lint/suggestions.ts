import { findNodeAtOffset, type Node } from 'jsonc-parser';
import { distance } from 'fastest-levenshtein';
import { isHttpUrl } from '../../network/urlOf';
import type { Problem } from '../definition';
import { debugKeys, devKeys, entryKeys, oauthKeys } from '../read/parseEntry';
import { inputKeys, inputWords } from '../read/parseInputs';
import { properties, propertyNamed } from '../read/properties';
import { secretName } from '../likelySecrets';
import { editorVariables, variablesIn } from '../variables';
import type { ConfigTree } from './configTree';

/** Nobody reads more of them, and each is looked for among all names. */
const mostSuggestions = 100;

/**
 * Adds the probable meaning to problems. A misspelt key of a command or URL is reported alone, without the missing
 * key.
 */
export function withSuggestions(
  problems: readonly Problem[],
  tree: ConfigTree,
): readonly Problem[] {
  const explained = problems.map((problem, index) =>
    index < mostSuggestions ? withSuggestion(problem, tree) : problem,
  );
  const misspelt = new Set(explained.filter(isDecisive).map(({ args }) => args['server']));
  return explained
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

function nodeOf({ range }: Problem, { document }: ConfigTree): Node | undefined {
  return document.root && findNodeAtOffset(document.root, document.span(range).offset);
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
  if (hasCommand) return 'stdio';
  const word = suggestedType(type);
  return hasUrl && word !== 'sse' ? 'http' : word;
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

/** Names of the same keys in the files of other hosts. */
const aliases: Readonly<Record<string, string>> = {
  environment: 'env',
  environmentVariables: 'env',
  env_file: 'envFile',
  arguments: 'args',
  cmd: 'command',
  httpUrl: 'url',
  serverUrl: 'url',
  baseUrl: 'url',
  endpoint: 'url',
  http_headers: 'headers',
  workingDirectory: 'cwd',
  workingDir: 'cwd',
  working_directory: 'cwd',
  transport: 'type',
  transportType: 'type',
  server: 'servers',
  mcpServer: 'servers',
  mcp_server: 'servers',
};

/** Words for the types of servers, by the known type; the first match counts. */
const types: readonly (readonly [RegExp, string])[] = [
  [/sse|event/, 'sse'],
  [/http|stream|remote|url|web|rest/, 'http'],
  [/stdio|stdin|local|command|process|npx|uvx|node|python|docker|cli/, 'stdio'],
];

/** Words for the types of an input. */
const inputTypes: readonly (readonly [RegExp, string])[] = [
  [/pick|choice|select|enum|list/, 'pickString'],
  [/prompt|string|text|password|secret|token/, 'promptString'],
];

/** Longer names than this are not compared: the comparison takes the square of the length. */
const longest = 60;

/** The candidate that is spelled most like the name; `undefined` where none comes near. */
function nearestOf(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longest) return undefined;
  const written = name.toLowerCase();
  let best: { readonly candidate: string; readonly far: number } | undefined;
  for (const candidate of candidates) {
    if (candidate.length > longest) continue;
    const known = candidate.toLowerCase();
    // Letters in another order are one slip of the keys.
    const steps = distance(written, known);
    const far = letters(written) === letters(known) ? Math.min(1, steps) : steps;
    if (best === undefined || far < best.far) best = { candidate, far };
  }
  const limit = Math.max(1, Math.floor(name.length / 3));
  return best && best.far <= limit ? best.candidate : undefined;
}

function letters(text: string): string {
  return text.split('').sort().join('');
}

/** The key that was probably meant, of those that may stand there. */
function suggestedKey(key: string, allowed: readonly string[]): string | undefined {
  const meant = Object.keys(aliases).filter((name) => allowed.includes(aliases[name] ?? ''));
  const nearest = nearestOf(key, [...allowed, ...meant]);
  if (nearest === undefined || allowed.includes(nearest)) return nearest;
  return aliases[nearest];
}

/** True if a key sounds like one for a secret, even misspelt. */
function soundsSecret(key: string): boolean {
  return (
    secretName(key) !== 'none' || nearestOf(key, ['token', 'apikey', 'password']) !== undefined
  );
}

/** The type of a server that was probably meant. */
function suggestedType(type: string): string | undefined {
  return nearestOf(type, ['stdio', 'http', 'sse']) ?? wordFor(type, types);
}

/** The type of an input that was probably meant. */
function suggestedInputType(type: string): string | undefined {
  return nearestOf(type, inputWords) ?? wordFor(type, inputTypes);
}

/** The debugger that was probably meant. */
function suggestedDebugger(type: string): string | undefined {
  return /py/i.test(type) ? 'debugpy' : nearestOf(type, ['node', 'debugpy']);
}

function wordFor(text: string, words: readonly (readonly [RegExp, string])[]): string | undefined {
  return words.find(([pattern]) => pattern.test(text.toLowerCase()))?.[1];
}

/** The address that was probably meant by one that lacks its beginning or misspells it. */
export function suggestedUrl(text: string): string | undefined {
  const url = text.trim();
  const [, scheme = '', rest = ''] = /^(?:([a-z]+)(?::\/{0,2}|\/\/))?([^/].*)$/i.exec(url) ?? [];
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/]|$)/i;
  const candidates = [
    url,
    `${nearestOf(scheme, ['https', 'http']) ?? ''}://${rest}`,
    isHere.test(url) ? `http://${url}` : '',
    /^[\w-]+(?:\.[\w-]+)+(?=[:/]|$)/.test(url) ? `https://${url}` : '',
  ];
  return candidates.find(isHttpUrl);
}

/**
 * The probable meaning of an unknown variable, given as the text between its braces. The `X` of a shell means `env:X`;
 * else the known variable with the most similar name counts.
 */
function suggestedVariable(text: string): string | undefined {
  const [, variable, rest] = /^([A-Za-z_]\w*)(:-.*)?$/s.exec(text) ?? [];
  const isShell =
    variable !== undefined && (rest !== undefined || variable === variable.toUpperCase());
  if (isShell) return `env:${variable}`;
  const [, afterEnv] = /^env[.:]\s*([A-Za-z_]\w*)$/i.exec(text) ?? [];
  if (afterEnv !== undefined) return `env:${afterEnv}`;
  const colon = text.indexOf(':');
  if (colon !== -1) {
    const prefixes = editorVariables.filter((name) => name.endsWith(':'));
    const prefix = nearestOf(text.slice(0, colon + 1), prefixes);
    const whole = prefix && `${prefix}${text.slice(colon + 1)}`;
    return whole !== undefined && isKnown(whole) ? whole : undefined;
  }
  const plain = editorVariables.filter((name) => !name.endsWith(':'));
  return nearestOf(text, plain) ?? (variable === undefined ? undefined : `env:${variable}`);
}

function isKnown(text: string): boolean {
  return variablesIn(`\${${text}}`).every(({ kind }) => kind !== 'unknown');
}
