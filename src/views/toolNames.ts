import { fenceFor } from './markdown';
import { visible } from './visible';

/** A name of others as Markdown, which shows it as it is and makes nothing of it. */
export function named(name: string): string {
  // Icons are looked for in what Markdown has become.
  const shown = visible(name).replaceAll('$(', '$ (');
  const fence = fenceFor(shown, 1);
  // A backtick at either end would be taken for one of the fence.
  const blank = /^`|`$/.test(shown) ? ' ' : '';
  return `${fence}${blank}${shown}${blank}${fence}`;
}
