/** The bytes whose values are the characters of a text. */
export function bytesOf(input: string): Buffer {
  return Buffer.from(input, 'latin1');
}

/** A text as it comes in bytes of UTF-8, which have no halves of characters. */
export function receivedText(input: string): string {
  return Buffer.from(input).toString();
}

/** Bytes in pieces as a stream may bring them: which ones depends on nothing but their number. */
export function* piecesOf(bytes: Buffer): Generator<Buffer> {
  const size = bytes.length > 600 ? 211 : (bytes.length % 7) + 1;
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

/** What can be read as JSON; `undefined` for all else. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
