import { asItLooks } from './lookAlikes';

/** Characters without a width. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Digits and letters that are read for one another (Unicode UTS #39). */
const shapeOf: Readonly<Record<string, string>> = { i: 'l', '1': 'l', '|': 'l', '0': 'o' };

/** What parts words. */
const parting = /[\s_.-]/g;
/** What stands for a letter only to the eye; a capital may begin any word. */
const odd = /[^A-HJ-Za-z]/;

const known = new Map<string, string>();
const mostKnown = 20_000;

/** The same text for names that a reader takes for one another, whatever their case and what parts their words. */
export function skeletonOf(name: string): string {
  const skeleton = known.get(name) ?? madeOf(name);
  if (known.size >= mostKnown) known.clear();
  known.set(name, skeleton);
  return skeleton;
}

/** Whether a name has digits or odd letters where another one that looks the same has plain ones. */
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
