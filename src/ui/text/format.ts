import type { ReasonArguments } from '../../base/errors';

const optionalPart = /\[([^[\]]*)\]/g;
const place = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

/**
 * Fills a template of the string table. `{name}` is the argument (a list is joined by commas),
 * `{name|one|many}` picks a word by the number, and a part in `[…]` is left out unless every argument
 * it names is there and not empty. Values are put in as they are, never read as a template.
 */
export function format(template: string, args: ReasonArguments = {}): string {
  const chosen = template.replaceAll(optionalPart, (_whole, part: string) =>
    [...part.matchAll(place)].every(([, name]) => isThere(args[name ?? ''])) ? part : '',
  );
  return chosen.replaceAll(
    place,
    (whole, name: string, one: string | undefined, many: string | undefined) => {
      const value = args[name];
      if (one !== undefined) return (value === 1 ? one : many) ?? whole;
      if (typeof value === 'object') return value.join(', ');
      return value === undefined ? whole : String(value);
    },
  );
}

/** Fills the text of a key of one table. */
export type Texts<Key extends string> = (key: Key, args?: ReasonArguments) => string;

/** The keys of a table, by the `t` that fills its texts. */
export type KeyOf<T extends Texts<never>> = Parameters<T>[0];

/**
 * The `t(key, args)` of a table. Each feature has a table and so a `t` of its own, because a window evaluates the
 * texts of a feature only when that is used; a file that needs two names the second after its feature.
 */
export function textsOf<Key extends string>(table: Readonly<Record<Key, string>>): Texts<Key> {
  return (key, args) => format(table[key], args);
}

function isThere(value: ReasonArguments[string] | undefined): boolean {
  if (value === undefined) return false;
  return typeof value === 'number' || value.length > 0;
}
