/** Characters that are looked at; the rest of a text is taken to be alike. */
const sampleLength = 2_000;

/** Kinds of characters; numbers, because a text is compared with them at each character. */
const [letter, digit, space, sign, wide, other] = [0, 1, 2, 3, 4, 5] as const;

const kindsOfAscii = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return letter;
  if (/\d/.test(character)) return digit;
  return /[ \t]/.test(character) ? space : sign;
});

/** Tokens of a run of characters of one kind, fitted to o200k on prose, code, JSON and tables in English and Chinese. */
function tokensOfRun(kind: number, length: number): number {
  switch (kind) {
    case letter:
      return 1 + Math.max(0, length - 6) / 5;
    case digit:
      return Math.ceil(length / 3);
    case space:
      // One space belongs to the word behind it.
      return length === 1 ? 0.1 : 0.7;
    case sign:
      return 0.45 + 0.3 * length;
    case wide:
      return 0.85 * length;
    default:
      return 0.45 * length;
  }
}

/**
 * Estimates the tokens of texts, mostly within a fifth of what a tokenizer counts. It takes hundredths of a
 * millisecond and no memory, where a tokenizer needs a thread with 90 MB of tables.
 */
export function estimateTokens(texts: Iterable<string>): number {
  let [length, sampled, tokens] = [0, 0, 0];
  for (const text of texts) {
    length += text.length;
    for (const [start, end] of sampledPlaces(text, sampleLength - sampled)) {
      sampled += end - start;
      tokens += tokensOf(text, start, end);
    }
  }
  return length === 0 ? 0 : Math.max(1, Math.round(tokens * (length / sampled)));
}

/** The places of a text that are looked at: all of it, or its beginning, which may be a heading, and its middle. */
function sampledPlaces(text: string, length: number): (readonly [start: number, end: number])[] {
  if (text.length <= length) return [[0, text.length]];
  const [half, middle] = [Math.trunc(length / 2), Math.trunc(text.length / 2)];
  return [
    [0, half],
    [middle, middle + half],
  ];
}

function tokensOf(text: string, from: number, to: number): number {
  if (from === to) return 0;
  let tokens = 0;
  let start = from;
  let kind = kindOf(text.charCodeAt(from));
  for (let at = from + 1; at < to; at++) {
    const next = kindOf(text.charCodeAt(at));
    if (next === kind) continue;
    tokens += tokensOfRun(kind, at - start);
    start = at;
    kind = next;
  }
  return tokens + tokensOfRun(kind, to - start);
}

function kindOf(code: number): number {
  return kindsOfAscii[code] ?? (code >= 0x2e_80 ? wide : other);
}
