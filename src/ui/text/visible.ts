import { escaped, showUnseen } from '../../base/showUnseen';

/**
 * Characters that are not seen, that turn the reading direction, or that look like a blank and are none, and blanks in
 * a row that push what follows out of sight, are written as escapes, so that what is approved is what is read.
 */
export function visible(text: string): string {
  return showUnseen(text)
    .replaceAll(/(?! )\p{Zs}/gu, escaped)
    .replaceAll(/ {8,}/g, (blanks) => `\\u{20}×${blanks.length} `);
}

/** The same, without what the editor would make icons of: it looks for them in what Markdown has become, too. */
export function visibleWithoutIcons(text: string): string {
  return visible(text).replaceAll('$(', '$ (');
}
