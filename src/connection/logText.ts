/** Characters; many times what is shown. */
const longest = 16_000;

/**
 * As much of a text as a log or a reason may take before its secrets are masked. What is shown of it is
 * cut after that: half of a secret is not found.
 */
export function logText(text: string): string {
  return text.slice(0, longest);
}
