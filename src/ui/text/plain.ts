import { escaped } from './markdown';
import { visibleWithoutIcons } from './visible';

/** Words of others as Markdown, on one line: nothing is made of them, be it a link, a format or an icon. */
export function plain(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return escaped(visibleWithoutIcons(line));
}
