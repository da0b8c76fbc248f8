/** Format and control characters, private use, fillers, and selectors that colour no emoji. */
const unseen =
  /(?!(?<=\p{Extended_Pictographic})\uFE0F)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The text with an escape in the place of every character that is not seen, line breaks included. */
export function escapeHidden(text: string): string {
  return text.replaceAll(unseen, escapeCharacter);
}

/** A character as an escape that tells its code point. */
export function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
