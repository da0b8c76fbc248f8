import { joiner } from '../../base/escape';

/** A range of a text. */
export interface Spot {
  readonly start: number;
  readonly end: number;
}

/** All characters that may be unseen, also where they are harmless. */
const suspect = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\uFDD0-\uFDEF]/gu;

/** Format characters that are seen (Unicode: Prepended_Concatenation_Mark). */
const seen = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
/** Scripts without spaces, where a break may be said. */
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** Signs that have a plain and a coloured form. */
const twoForms = /[\p{Extended_Pictographic}\p{S}#*0-9]/u;
const ideograph = /[\p{Script=Han}\p{Script=Phags_Pa}\p{Script=Mongolian}]/u;
/** The flags of parts of countries: a black flag, the code in tags, the tag that ends it. */
const regionalFlag = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu;

/**
 * Finds characters that a reader does not see and a model gets. They are tags, zero width where no script needs it, and
 * marks that turn the reading direction. Others are control characters with escapes of terminals, variation selectors
 * that vary nothing, and private use.
 */
export function hiddenCharacters(text: string): Spot | undefined {
  const flagless = text.includes('\u{1F3F4}')
    ? text.replaceAll(regionalFlag, (flag) => ' '.repeat(flag.length))
    : text;
  let whole: Whole | undefined;
  for (const { 0: character, index: start } of flagless.matchAll(suspect)) {
    const end = start + character.length;
    whole ??= wholeOf(flagless);
    if (!isHarmless(character, whole, start, end)) return { start, end };
  }
  return undefined;
}

/** A text with facts for judging its suspicious characters. */
interface Whole {
  readonly text: string;
  readonly isRightToLeft: boolean;
  readonly hasBraille: boolean;
}

function wholeOf(text: string): Whole {
  return {
    text,
    isRightToLeft: rightToLeft.test(text),
    hasBraille: /[\u2801-\u28FF]/.test(text),
  };
}

function isHarmless(character: string, whole: Whole, start: number, end: number): boolean {
  const { text } = whole;
  const code = character.codePointAt(0) ?? 0;
  const before = characterBefore(text, start);
  const after = String.fromCodePoint(text.codePointAt(end) ?? 32);
  switch (code) {
    case 0x09:
    case 0x0a:
    case 0x0d:
      return true;
    // A byte order mark that was left.
    case 0xfeff:
      return start === 0;
    // A hyphen where a word may be parted.
    case 0xad:
      return /\p{L}/u.test(before) && /\p{L}/u.test(after);
    case 0x200b:
      return unspaced.test(before) || unspaced.test(after);
    case 0x200c:
    case 0x200d:
      return joiner.test(before + character + after);
    case 0x2800:
      return whole.hasBraille;
    case 0xfe0e:
    case 0xfe0f:
      return twoForms.test(before);
  }
  if (isVariation(code)) return ideograph.test(before) || /\p{Sm}/u.test(before);
  if (isDirection(code)) return whole.isRightToLeft;
  return seen.test(character);
}

/** Marks, embeddings and isolates; one that overrides the letters' own direction is never needed. */
function isDirection(code: number): boolean {
  return (
    [0x200e, 0x200f, 0x061c, 0x202a, 0x202b, 0x202c].includes(code) ||
    (code >= 0x2066 && code <= 0x2069)
  );
}

function isVariation(code: number): boolean {
  return (
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0x180b && code <= 0x180f) ||
    (code >= 0xe0100 && code <= 0xe01ef)
  );
}

function characterBefore(text: string, at: number): string {
  const code = text.codePointAt(at - 2);
  return code !== undefined && code > 0xffff ? String.fromCodePoint(code) : (text[at - 1] ?? ' ');
}
