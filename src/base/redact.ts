const mask = '•••';

/**
 * Replaces every known secret in `text`. Secrets shorter than four characters are left alone,
 * because masking them would hide half of any text and tell the secret by its gaps.
 */
export function redact(text: string, secrets: Iterable<string>): string {
  let result = text;
  for (const secret of [...secrets].toSorted((a, b) => b.length - a.length)) {
    if (secret.length >= 4) result = result.replaceAll(secret, mask);
  }
  return result;
}
