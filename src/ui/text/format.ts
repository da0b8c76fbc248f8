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

function isThere(value: ReasonArguments[string] | undefined): boolean {
  if (value === undefined) return false;
  return typeof value === 'number' || value.length > 0;
}
