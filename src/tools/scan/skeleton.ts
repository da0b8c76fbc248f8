import { asItLooks } from './lookAlikes';

/** Characters without a width. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Digits and letters that readers confuse (Unicode UTS #39). */
const shapeOf: Readonly<Record<string, string>> = { i: 'l', '1': 'l', '|': 'l', '0': 'o' };

/** Separators of words. */
const parting = /[\s_.-]/g;
/** Characters that only look like letters; a capital may begin any word. */
const odd = /[^A-HJ-Za-z]/;

const known = new Map<string, string>();
const mostKnown = 20_000;

/** A form that is equal for names that a reader confuses, regardless of case and separators. */
export function skeletonOf(name: string): string {
  const skeleton = known.get(name) ?? madeOf(name);
  if (known.size >= mostKnown) known.clear();
  known.set(name, skeleton);
  return skeleton;
}

/** True if a name has digits or odd letters where a similar name has plain ones. */
export function isFeignedAs(name: string, other: string): boolean {
  const [letters, plain] = [name, other].map((one) => Array.from(one.replaceAll(parting, '')));
  if (!letters || !plain || letters.length !== plain.length) return name.length > other.length;
  return letters.some((letter, at) => odd.test(letter) && /[a-z]/.test(plain[at] ?? ''));
}

function madeOf(name: string): string {
  return plainOf(asItLooks(name.replaceAll(unseen, '')))
    .replaceAll(/[i1|0]/g, (one) => shapeOf[one] ?? one)
    .replaceAll('rn', 'm');
}

function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(parting, '');
}
