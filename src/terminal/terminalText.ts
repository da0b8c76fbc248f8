/** What moves the cursor, changes colours or the order of what is read; line breaks and tabs are none of it. */
const controls =
  /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;

/**
 * A text of others for a terminal: each control character is an escape, in the form that JSON has for it, because
 * a server's words must not do anything there.
 */
export function terminalText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(controls, (one) =>
    Array.from({ length: one.length }, (_unit, at) => {
      const code = one.charCodeAt(at).toString(16).padStart(4, '0');
      return `\\u${code}`;
    }).join(''),
  );
}
