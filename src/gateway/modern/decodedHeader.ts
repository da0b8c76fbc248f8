const encoded = /^=\?base64\?(.*)\?=$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The value that a client put into a header (2026-07-28, "Value Encoding"); `undefined` where there is none
 * or its encoding is broken.
 */
export function decodedHeader(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const text = encoded.exec(header)?.[1];
  if (text === undefined) return header;
  return base64.test(text) ? Buffer.from(text, 'base64').toString('utf8') : undefined;
}
