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

/**
 * Words of others for a title, a prompt or a line of a list: on one line, without hidden characters,
 * icons of their own, or links, which the editor would make of Markdown there, commands included.
 */
export function untrustedText(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return escapeDeceptiveAndIcons(line).replaceAll('](', '] (');
}
