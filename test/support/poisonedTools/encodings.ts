/** As tag characters (U+E0000), which no font shows. */
export function inTags(words: string): string {
  return inCodes(words, (code) => 0xe_00_00 + code);
}

/** As variation selectors (U+FE00, U+E0100), which belong to the character before them. */
export function inSelectors(words: string): string {
  return inCodes(words, (code) => (code < 16 ? 0xfe_00 + code : 0xe_01_00 + code - 16));
}

/** Bit by bit, as two characters without width. */
export function inBits(words: string): string {
  const bits = Array.from(Buffer.from(words), (code) => code.toString(2).padStart(8, '0'));
  return bits.join('').replaceAll('0', '\u200b').replaceAll('1', '\u200c');
}

/** Small letters as those of mathematics (U+1D5BA), which look the same. */
export function inMathematics(words: string): string {
  return inCodes(words, (code) => (code >= 0x61 && code <= 0x7a ? 0x1_d5_ba + code - 0x61 : code));
}

function inCodes(words: string, codeOf: (code: number) => number): string {
  return Array.from(Buffer.from(words), (code) => String.fromCodePoint(codeOf(code))).join('');
}
