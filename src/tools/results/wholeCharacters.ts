/** A piece of a text, with no half of a character at its ends: such a half moves to the piece after it. */
export function wholeCharacters(text: string, from: number, to: number): string {
  return text.slice(before(text, from), before(text, to));
}

function before(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const isSecondHalf = at > 0 && at < text.length && code >= 0xdc00 && code <= 0xdfff;
  return isSecondHalf ? at - 1 : at;
}
