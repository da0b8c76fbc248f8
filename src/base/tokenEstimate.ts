/** Characters that are looked at; the rest of a text is taken to be alike. */
const sampleLength = 8_000;

/** Tokens of a run of characters of one kind, fitted to o200k on prose, code, JSON and tables in English and Chinese. */
const costs = {
  letter: (length: number) => 1 + Math.max(0, length - 6) / 5,
  digit: (length: number) => Math.ceil(length / 3),
  // One space belongs to the word behind it.
  space: (length: number) => (length === 1 ? 0.1 : 0.7),
  sign: (length: number) => 0.45 + 0.3 * length,
  wide: (length: number) => 0.85 * length,
  other: (length: number) => 0.45 * length,
} as const;
type Kind = keyof typeof costs;

/**
 * Estimates the tokens of texts, mostly within a fifth of what a tokenizer counts. It takes a tenth of a millisecond
 * at most and no memory, where a tokenizer needs a thread with 90 MB of tables.
 */
export function estimateTokens(texts: Iterable<string>): number {
  let length = 0;
  let sample = '';
  for (const text of texts) {
    length += text.length;
    if (sample.length < sampleLength) sample += text.slice(0, sampleLength - sample.length);
  }
  return length === 0 ? 0 : Math.max(1, Math.round(tokensOf(sample) * (length / sample.length)));
}

function tokensOf(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length;) {
    const kind = kindOf(text.charCodeAt(at));
    let end = at + 1;
    while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end += 1;
    tokens += costs[kind](end - at);
    at = end;
  }
  return tokens;
}

function kindOf(code: number): Kind {
  if (code > 127) return code >= 0x2e_80 ? 'wide' : 'other';
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'letter';
  if (code >= 48 && code <= 57) return 'digit';
  return code === 32 || code === 9 ? 'space' : 'sign';
}
