/** Characters; many times what is shown. */
const longest = 16_000;

/**
 * As much of a text as a log or a reason may take before its secrets are masked. What is shown of it is
 * cut after that: half of a secret is not found. A copy, because a part of a text keeps the whole in memory.
 */
export function logText(text: string): string {
  return text.length <= longest ? text : Buffer.from(text.slice(0, longest)).toString();
}
