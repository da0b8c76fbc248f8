import type { JsonObject } from '../base/json';

/**
 * The words of a command line, with quotation marks and backslashes read as a shell does, except
 * that a backslash outside quotation marks counts only before a space, a quotation mark or a
 * backslash, so that Windows paths stay whole. `undefined` where a quotation mark is not closed.
 */
export function splitCommandLine(line: string): readonly string[] | undefined {
  const words: string[] = [];
  const token = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\([\s'"\\])|([^\s'"])/gsu;
  let word: string | undefined;
  let end = 0;
  for (const match of line.matchAll(token)) {
    if (match.index !== end) return undefined;
    end = match.index + match[0].length;
    const [whole, single, double, escaped, plain] = match;
    const part = single ?? double?.replaceAll(/\\(["\\])/g, '$1') ?? escaped ?? plain;
    if (part !== undefined) word = (word ?? '') + part;
    else if (whole.trim() === '' && word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  if (end !== line.length) return undefined;
  return word === undefined ? words : [...words, word];
}

/** The entry of a server that a command line runs. */
export function stdioEntry([command = '', ...args]: readonly string[]): JsonObject {
  return { type: 'stdio', command, ...(args.length > 0 && { args }) };
}

/** The entry of a server at an address. */
export function httpEntry(url: string): JsonObject {
  return { type: 'http', url };
}

/** Whether an address can be written into an entry; variables may fill any part behind the scheme. */
export function isServerUrl(url: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(url);
}

/** A name to start from: the package or program of a command line, or the host of an address. */
export function suggestedName(entry: JsonObject): string {
  const { url, command, args } = entry;
  if (typeof url === 'string') return URL.canParse(url) ? new URL(url).hostname : '';
  const words = [command, ...(Array.isArray(args) ? args : [])].filter(
    (word): word is string => typeof word === 'string',
  );
  const runner =
    /^(?:.*[/\\])?(?:npx|bunx|uvx|pnpm|npm|node|python3?|docker|deno|bun|uv)(?:\.\w+)?$/i;
  const telling =
    words.find((word) => !word.startsWith('-') && !runner.test(word)) ?? words[0] ?? '';
  const last = telling.split(/[/\\]/).at(-1) ?? '';
  return last.replace(/\.\w+$/, '').replace(/(?<=.)@.*$/, '');
}
