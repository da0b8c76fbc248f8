/** Magic bytes of the image types that models take, as Latin-1. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xFF\xD8\xFF/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];
/** Bytes that hold the longest of them. */
const longestBeginning = 16;

/** The MIME type of an image that models take, by its first bytes; `undefined` for other bytes. */
export function imageType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, longestBeginning)).toString('latin1');
  return beginnings.find(([beginning]) => beginning.test(head))?.[1];
}

/** The {@link imageType} of bytes in base64. */
export function imageTypeOf(base64: string): string | undefined {
  return imageType(Buffer.from(base64.slice(0, 2 * longestBeginning), 'base64'));
}
