import { BoundedMap } from '../../base/bounded';
import type { Spot } from './hiddenCharacters';

/** Letters of other scripts that are drawn as Latin ones (Unicode UTS #39), as pairs. */
const twins =
  'аaсcеeіiјjоoрpѕsхxуyһhԁdԛqԝwԍgӏlАAВBЕEЅSІIЈJКKМMНHОOРPСCТTХXУY' +
  'αaοoνvρpιiυuχxγyωwϲcϳjΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX' +
  'օoսuոnհhցgքfզqԼLՕOՍUᎠDᎡRᎢTᎥiᎪAᎫJᎬEᎳWᎷMᎻHᎽYᏀGᏂhᏃZᏎ4ᏏbᏒRᏔWᏙVᏚSᏞLᏟCᏢPᏦKᏧdᏴB' +
  'ꓐBꓑPꓓDꓔTꓖGꓗKꓙJꓚCꓜZꓝFꓠNꓡLꓢSꓣRꓦVꓧHꓪWꓫXꓬYꓮAꓰEꓲIꓳOꓴU';
/** Letters that look Latin only among Latin ones. */
const cousins =
  'кkмmтtвbнhгrиuпnзzκkηnτtεeɑaɡgɩiʋuıiʏyᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwᴢz';
const twinOf = pairsOf(twins);
const readAs = pairsOf(twins + cousins);

/** Scripts that share shapes with the Latin one. */
const alike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;
/** Letters in another dress: full width, mathematical, circled, squared, small capitals. */
const dressed =
  /[\uFF21-\uFF3A\uFF41-\uFF5A\u{1D400}-\u{1D7FF}\u249C-\u24E9\u{1F110}-\u{1F169}\u{1F170}-\u{1F189}\u1D00-\u1D22\u0262\u026A\u0274\u0280\u029C\u029F\uA730\uA731]/u;
const word = /[\p{L}\p{N}\p{M}_]+/gu;
const dressedRun = new RegExp(`(?:${dressed.source}[\\s_]?){4,}`, 'gu');

/** Characters without a width. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const ascii = /^[\0-\x7F]*$/;

/** The text as readers see it: without unseen characters, and with Latin letters for those that look like them. */
export function asItLooks(text: string): string {
  if (ascii.test(text)) return text;
  return text
    .replaceAll(unseen, '')
    .normalize('NFKC')
    .replaceAll(word, (letters) =>
      /[a-z]/i.test(letters) || isTwin(letters)
        ? Array.from(letters, (letter) => readAs.get(letter) ?? letter).join('')
        : letters,
    );
}

/** The spot of a name that imitates Latin letters. */
export function lookAlikeName(name: string): Spot | undefined {
  const at = name.search(dressed);
  if (at !== -1) return { start: at, end: at + 1 };
  return lookAlikeWord(name, (letters) => alike.test(letters) && isFeigned(letters));
}

/** The spot of a word of prose that imitates Latin letters. */
export function lookAlikeText(text: string): Spot | undefined {
  // Full width is usual beside East Asian letters.
  const isEastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(
    text,
  );
  for (const { 0: run, index } of text.matchAll(dressedRun)) {
    if (!isEastern || !/^[\uFF21-\uFF5A\s_]+$/u.test(run)) {
      return { start: index, end: index + run.length };
    }
  }
  return lookAlikeWord(
    text,
    (letters) => alike.test(letters) && /[a-z].*[a-z]/i.test(letters) && isFeigned(letters),
  );
}

function lookAlikeWord(text: string, isBad: (word: string) => boolean): Spot | undefined {
  for (const { 0: letters, index } of text.matchAll(word)) {
    if (isBad(letters)) return { start: index, end: index + letters.length };
  }
  return undefined;
}

/** True if a word looks Latin altogether and is so only in part. */
function isFeigned(letters: string): boolean {
  return isTwin(letters) && (/[a-z]/i.test(letters) || letters.length >= 3);
}

function isTwin(letters: string): boolean {
  return Array.from(letters).every((letter) => letter <= '\x7F' || twinOf.has(letter));
}

function pairsOf(pairs: string): ReadonlyMap<string, string> {
  const letters = Array.from(pairs);
  return new Map(
    letters.flatMap((letter, at) => (at % 2 === 0 ? [[letter, letters[at + 1] ?? '']] : [])),
  );
}

/** Digits and letters that readers confuse (Unicode UTS #39). */
const shapeOf: Readonly<Record<string, string>> = { i: 'l', '1': 'l', '|': 'l', '0': 'o' };

/** Separators of words. */
const parting = /[\s_.-]/g;
/** Characters that only look like letters; a capital may begin any word. */
const odd = /[^A-HJ-Za-z]/;

const skeletons = new BoundedMap<string, string>(20_000);

/** A form that is equal for names that a reader confuses, regardless of case and separators. */
export function skeletonOf(name: string): string {
  const known = skeletons.get(name);
  if (known !== undefined) return known;
  const skeleton = asItLooks(name)
    .toLowerCase()
    .replaceAll(parting, '')
    .replaceAll(/[i1|0]/g, (one) => shapeOf[one] ?? one)
    .replaceAll('rn', 'm');
  skeletons.set(name, skeleton);
  return skeleton;
}

/** True if a name has digits or odd letters where a similar name has plain ones. */
export function isFeignedAs(name: string, other: string): boolean {
  if (name === other) return false;
  const [letters, plain] = [name, other].map((one) => Array.from(one.replaceAll(parting, '')));
  if (!letters || !plain || letters.length !== plain.length) return name.length > other.length;
  return letters.some((letter, at) => odd.test(letter) && /[a-z]/.test(plain[at] ?? ''));
}
