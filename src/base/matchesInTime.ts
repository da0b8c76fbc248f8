import { runInNewContext } from 'node:vm';

/**
 * Whether a text fits a regular expression that others wrote; `undefined` where it is none, or where
 * that takes longer than so many milliseconds, as some expressions take for ever.
 */
export function matchesInTime(
  source: string,
  text: string,
  milliseconds: number,
): boolean | undefined {
  try {
    const names = { pattern: new RegExp(source, 'u'), text };
    return runInNewContext('pattern.test(text)', names, { timeout: milliseconds }) as boolean;
  } catch {
    return undefined;
  }
}
