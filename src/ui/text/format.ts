import type { ReasonArguments } from '../../base/errors';
import { ownValue } from '../../base/json';

const optionalPart = /\[([^[\]]*)\]/g;
const place = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

/** The language of texts; `texts` are its translations by the English ones. */
export interface Language {
  readonly id: string;
  readonly texts: Readonly<Record<string, string>>;
}

let language: Language = { id: 'en', texts: {} };

/** Sets the language of all texts, because a process shows them in one language: that of its window. */
export function setLanguage(shown: Language): void {
  language = shown;
}

/** The language of all texts, because a page is another process and has to be told. */
export function shownLanguage(): Language {
  return language;
}

function translated(template: string): string {
  return language.texts[template] ?? template;
}

/** Every table that was made, because a test looks for texts without a translation. */
export const tables: Readonly<Record<string, string>>[] = [];

/**
 * Fills a template of the string table. `{name}` is the argument; a list is joined by `comma`. `{name|one|many}` picks
 * a word by the number. A part in `[…]` is left out unless all its arguments are present and not empty. Values are
 * inserted as they are, never read as templates.
 */
export function format(template: string, args: ReasonArguments = {}, comma = ', '): string {
  const chosen = template.replaceAll(optionalPart, (_whole, part: string) =>
    [...part.matchAll(place)].every(([, name]) => isThere(args[name ?? ''])) ? part : '',
  );
  return chosen.replaceAll(
    place,
    (whole, name: string, one: string | undefined, many: string | undefined) => {
      const value = args[name];
      if (one !== undefined) return (value === 1 ? one : many) ?? whole;
      if (typeof value === 'object') return value.join(comma);
      return value === undefined ? whole : String(value);
    },
  );
}

/** Arguments that take one of a few words of ours, by their names: the words are translated with the text. */
export const ownWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  layer: { user: 'user', workspace: 'workspace', folder: 'folder' },
  where: { local: 'local', remote: 'remote' },
  list: {
    tools: 'tools',
    prompts: 'prompts',
    resources: 'resources',
    resourceTemplates: 'resource templates',
  },
};

/** Fills the template in the editor's language. */
export function localize(template: string, args: ReasonArguments = {}): string {
  const worded = Object.entries(args).map(([name, value]) => {
    const word = ownValue(ownWords[name] ?? {}, value);
    return [name, word === undefined ? value : translated(word)] as const;
  });
  return format(translated(template), Object.fromEntries(worded), translated(', '));
}

/** Fills the text of a key of one table. */
export type Texts<Key extends string> = (key: Key, args?: ReasonArguments) => string;

/** The keys of a table, by the `t` that fills its texts. */
export type KeyOf<T extends Texts<never>> = Parameters<T>[0];

/**
 * The `t(key, args)` of a table. Each feature has its own, because a window loads the texts of a feature only with it.
 * A file with two tables names the second after its feature. `escape` gets every text that is an argument, with the
 * argument's name.
 */
export function textsOf<Key extends string>(
  table: Readonly<Record<Key, string>>,
  escape?: (text: string, name: string) => string,
): Texts<Key> {
  tables.push(table);
  if (!escape) return (key, args) => localize(table[key], args);
  return (key, args = {}) => {
    const escaped = Object.entries(args).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map((one) => escape(String(one), name))];
      return [name, typeof value === 'string' ? escape(value, name) : value];
    });
    return localize(table[key], Object.fromEntries(escaped));
  };
}

/** The `t(key, args)` of a table that models and servers read. It stays English, as their own texts are. */
export function englishTextsOf<Key extends string>(
  table: Readonly<Record<Key, string>>,
): Texts<Key> {
  return (key, args) => format(table[key], args);
}

/** The text with a capital letter at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isThere(value: ReasonArguments[string] | undefined): boolean {
  if (value === undefined) return false;
  return typeof value === 'number' || value.length > 0;
}
