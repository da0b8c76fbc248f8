const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Writes JSON with a line for every value, so that lines and matches are readable. The text must be valid. Values stay
 * as written, because a parser would round long numbers.
 */
export function indentedJson(text: string): string {
  const pieces: string[] = [];
  const breaks = ['\n'];
  let depth = 0;
  /** The offset from which the text is still to be copied. */
  let from = skipSpace(text, 0);
  const take = (to: number, between: string): void =>
    void pieces.push(text.slice(from, to), between);
  const lineBreak = (): string => (breaks[depth] ??= `\n${'  '.repeat(depth)}`);
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = stringEnd(text, at);
        break;
      case openList:
      case openObject: {
        const next = skipSpace(text, at + 1);
        if (isClosing(text.charCodeAt(next))) {
          pieces.push(text.slice(from, at + 1));
          from = next;
          at = next;
          break;
        }
        depth += 1;
        take(at + 1, lineBreak());
        from = next;
        at = next - 1;
        break;
      }
      case closeList:
      case closeObject:
        depth -= 1;
        take(spaceBefore(text, at), lineBreak());
        from = at;
        break;
      case comma:
      case colon: {
        take(spaceBefore(text, at), text.charCodeAt(at) === comma ? `,${lineBreak()}` : ': ');
        from = skipSpace(text, at + 1);
        at = from - 1;
        break;
      }
    }
  }
  pieces.push(text.slice(from).trimEnd());
  return pieces.join('');
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isClosing(code: number): boolean {
  return code === closeList || code === closeObject;
}

/** The offset behind spaces. */
function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The start of the spaces before an offset. */
function spaceBefore(text: string, end: number): number {
  let at = end;
  while (isSpace(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** The offset of the quote that ends a string. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
