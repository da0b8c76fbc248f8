import { escapeHidden } from '../../base/escape';

/** Characters before and after what was found, and of that itself. */
const around = 30;
const longest = 120;

/** The words around a place of a text, on one line; what is not seen stands there as escapes. */
export function excerptOf(text: string, start: number, end: number): string {
  const from = Math.max(0, start - around);
  const to = Math.min(text.length, Math.min(end, start + longest) + around);
  // Half a character tells nothing.
  const cut = text.slice(from, to).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  const seen = escapeHidden(cut.replaceAll(/[ \t\r\n]+/g, ' ').trim());
  return `${from > 0 ? '…' : ''}${seen}${to < text.length ? '…' : ''}`;
}
