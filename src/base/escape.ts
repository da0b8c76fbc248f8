/** Scripts whose letters join, so that a text may have to say where they do and where not. */
const joining = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Tibetan',
  'Myanmar',
].map((script) => String.raw`\p{Script=${script}}`);

/** A character that says where letters or emoji join, in a place where that is seen. */
export const joiner = new RegExp(
  [
    String.raw`(?<=[${joining.join('')}])[\u200C\u200D]`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  ].join('|'),
  'u',
);

/** The character that makes a sign an emoji. */
const emojiForm = /(?<=\p{Extended_Pictographic})\uFE0F|(?<=[#*0-9])\uFE0F(?=\u20E3)/u;

/** Format and control characters, private use, fillers, joiners without need, and variation selectors without an emoji. */
const unseen = new RegExp(
  String.raw`(?!${joiner.source}|${emojiForm.source})[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`,
  'gu',
);

/** The text with every invisible character escaped, line breaks included. */
export function escapeHidden(text: string): string {
  return text.replaceAll(unseen, escapeCharacter);
}

/** A character as its code point: `\u{200b}`. */
export function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The text as a regular expression that matches it literally. */
export function escapedInPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Markdown's syntax within a line: formats, links, addresses, HTML, and icons of VS Code. */
const marks =
  /[\\`*[\]~]|<(?=[\w/!?])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)|(?<=\bwww)\.|(?<=\S)@(?=\S)|\$(?=\()/giu;

/** The text for a line of Markdown that shows it literally. Escapes only what Markdown would interpret. */
export function escapedInLine(text: string): string {
  return text.replaceAll(marks, String.raw`\$&`);
}

/** One line that reads the same as Markdown and as plain text: blanks replace Markdown's syntax. */
export function withoutMarkdown(text: string): string {
  return escapeHidden(text.replaceAll(marks, ' ').replaceAll(/\s+/g, ' ').trim());
}

/** The text without percent-encoding; unchanged if the encoding is broken. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
