/** Encoded texts that are long enough to say something. */
const encoded = {
  base64: /[A-Za-z0-9+/_-]{24,}={0,2}/g,
  hex: /(?:(?:\\x|0x|%|\s)?[0-9a-f]{2}){16,}/gi,
  escapes: /(?:\\u\{?[0-9a-f]{2,6}\}?){8,}/gi,
  entities: /(?:&#x?[0-9a-f]{2,6};){8,}/gi,
};
/** A request to decode or reverse. */
const asksToDecode =
  /\b(?:decode|decoded|decipher|decrypt|unscramble|rot-?13|caesar|cipher|backwards?|reversed?|mirror(?:ed)?)\b/i;
const leet: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The readable texts that a model may decode from a text. */
export function decodings(text: string): string[] {
  return [...blobs(text), ...turned(text), ...spelled(text)].filter(isReadable);
}

function blobs(text: string): string[] {
  const each = (pattern: RegExp, decode: (blob: string) => string): string[] =>
    Array.from(text.matchAll(pattern), ([blob]) => decode(blob));
  return [
    ...each(encoded.base64, (blob) => Buffer.from(blob, 'base64').toString()),
    ...each(encoded.hex, (blob) =>
      Buffer.from(blob.replaceAll(/\\x|0x|[%\s]/gi, ''), 'hex').toString(),
    ),
    ...each(encoded.escapes, (blob) => codePoints(blob, 16)),
    ...each(encoded.entities, (blob) =>
      blob.replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
        codePoint(Number.parseInt(code, hex ? 16 : 10)),
      ),
    ),
  ];
}

function turned(text: string): string[] {
  if (!asksToDecode.test(text)) return [];
  const shifted = text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCodePoint(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
  return [shifted, Array.from(text).toReversed().join('')];
}

/** Texts with separated letters, or digits in place of letters. */
function spelled(text: string): string[] {
  if (!/\p{L}[ .\-*_]\p{L}[ .\-*_]\p{L}\b|[013457@$!]\p{L}/u.test(text)) return [];
  const joined = text.replaceAll(/\b(?:\p{L}[ .\-*_]){4,200}\p{L}\b/gu, (run) =>
    run.replaceAll(/[ .\-*_]/g, ''),
  );
  const mixed =
    text.match(/(?<!\p{L})\p{L}{1,60}[013457@$!]\p{L}{0,60}|\b[013457@$!]\p{L}{1,60}/gu) ?? [];
  const read = text.replaceAll(
    /[013457@$!](?=\p{L})|(?<=\p{L})[013457@$!]/gu,
    (one) => leet[one] ?? one,
  );
  return [...(joined === text ? [] : [joined]), ...(mixed.length < 3 ? [] : [read])];
}

function codePoints(text: string, radix: number): string {
  return Array.from(text.matchAll(/[0-9a-f]{2,6}/gi), ([code]) =>
    codePoint(Number.parseInt(code, radix)),
  ).join('');
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Mostly letters, with words in between. */
function isReadable(text: string): boolean {
  const letters = text.match(/[\p{L}\s]/gu)?.length ?? 0;
  return letters >= 12 && letters / text.length > 0.75 && /\s/.test(text.trim());
}
