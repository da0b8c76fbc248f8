import { escapeCharacter, escapeHidden } from '../../base/escape';

/**
 * Characters that are not seen, that turn the reading direction, or that look like a blank and are none, and blanks in
 * a row that push what follows out of sight, are written as escapes, so that what is approved is what is read.
 */
export function escapeDeceptive(text: string): string {
  return escapeHidden(text)
    .replaceAll(/(?! )\p{Zs}/gu, escapeCharacter)
    .replaceAll(/ {8,}/g, (blanks) => `\\u{20}×${blanks.length} `);
}

/** The same, without what the editor would make icons of: it looks for them in what Markdown has become, too. */
export function escapeDeceptiveAndIcons(text: string): string {
  return escapeDeceptive(text).replaceAll('$(', '$ (');
}
