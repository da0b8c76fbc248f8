import { fenceFor } from '../text/markdown';
import { escapeDeceptiveAndIcons } from '../text/escapeDeceptive';

/** An untrusted name as Markdown code, which shows it literally. */
export function named(name: string): string {
  const shown = escapeDeceptiveAndIcons(name);
  const fence = fenceFor(shown, 1);
  // A backtick at either end would be taken for one of the fence.
  const blank = /^`|`$/.test(shown) ? ' ' : '';
  return `${fence}${blank}${shown}${blank}${fence}`;
}
