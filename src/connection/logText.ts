/** Characters, many times more than are shown. */
const longest = 16_000;

/**
 * Truncates a text before its secrets are redacted. It is shortened for display after that, because half a
 * secret is not found. Copies the text, because a substring keeps the whole in memory.
 */
export function logText(text: string): string {
  return text.length <= longest ? text : Buffer.from(text.slice(0, longest)).toString();
}
