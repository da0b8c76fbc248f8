import { visibleWithoutIcons } from './visible';

/**
 * Words of others for a title, a prompt or a line of a list: on one line, without hidden characters,
 * icons of their own, or links, which the editor would make of Markdown there, commands included.
 */
export function othersWords(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return visibleWithoutIcons(line).replaceAll('](', '] (');
}
