import { escapeDeceptiveAndIcons } from './escapeDeceptive';
import { escaped } from './markdown';

/**
 * Words of others for a title, a prompt or a line of a list: on one line, without hidden characters,
 * icons of their own, or links, which the editor would make of Markdown there, commands included.
 */
export function untrustedText(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return escapeDeceptiveAndIcons(line).replaceAll('](', '] (');
}

/** Words of others as Markdown, on one line: nothing is made of them, be it a link, a format or an icon. */
export function untrustedMarkdown(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return escaped(escapeDeceptiveAndIcons(line));
}
