import { distance } from 'fastest-levenshtein';
import { UserError } from '../base/errors';

/** The least likeness of a name that is proposed alone. */
const likely = 0.6;

/** At most `count` of the names, the most similar first, so that an error can propose them. */
export function nearest(wanted: string, names: readonly string[], count = 10): string[] {
  return rated(wanted, names)
    .slice(0, count)
    .map(({ name }) => name);
}

/** The name that was most likely meant, if any. */
export function likeliest(wanted: string, names: readonly string[]): string | undefined {
  const [best] = rated(wanted, names);
  return best && best.alike >= likely ? best.name : undefined;
}

/** The error with its proposed names replaced; names without a replacement are left out. */
export function proposing(
  error: unknown,
  nameOf: ((name: string) => string | undefined) | undefined,
): unknown {
  if (!(error instanceof UserError) || !nameOf) return error;
  const { valid } = error.args;
  if (typeof valid !== 'object') return error;
  const names = valid.flatMap((name) => nameOf(name) ?? []);
  return new UserError(error.code, { ...error.args, valid: names });
}

function rated(wanted: string, names: readonly string[]): { name: string; alike: number }[] {
  const asked = read(wanted);
  return names
    .map((name) => ({ name, alike: likeness(asked, read(name)) }))
    .toSorted((a, b) => b.alike - a.alike);
}

/** A name without case and separators. */
interface ReadName {
  readonly whole: string;
  readonly words: ReadonlySet<string>;
}

function read(name: string): ReadName {
  const apart = name.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').toLowerCase();
  const words = apart.match(/[\p{L}\p{N}]+/gu) ?? [];
  return { whole: words.join(''), words: new Set(words.map(singular)) };
}

/** The likeness of two names: 1 if they differ in case and separators alone. */
function likeness(asked: ReadName, name: ReadName): number {
  const [shorter, longer] = [asked.whole, name.whole].toSorted((a, b) => a.length - b.length);
  if (!shorter || !longer) return 0;
  const share = shorter.length / longer.length;
  const contained = longer.startsWith(shorter) ? 0.6 : isWithin(shorter, longer) ? 0.5 : 0;
  const shared = [...asked.words].filter((word) => name.words.has(word)).length;
  return Math.max(
    1 - distance(shorter, longer) / longer.length,
    contained === 0 ? 0 : contained + (1 - contained) * share,
    (0.95 * 2 * shared) / (asked.words.size + name.words.size),
  );
}

/** True if a whole contains a part of at least three letters; shorter ones are in many names. */
function isWithin(part: string, whole: string): boolean {
  return part.length > 2 && whole.includes(part);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}
