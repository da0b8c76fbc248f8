import { escapeDeceptiveAndIcons } from './untrustedText';

/** Text that Markdown shows as it is, wherever it stands. */
export function escaped(text: string): string {
  return text.replaceAll(
    /[\\`*_{}[\]()#+\-.!|<>~]|:(?=\/\/)|&(?=#?\w+;)|(?<=\S)@(?=\S)/g,
    String.raw`\$&`,
  );
}

/** A list, a line each; its lines are Markdown already. */
export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

/** A block of code that ends where its text does, whatever that has in it. */
export function fenced(text: string, language: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Backticks that do not stand in the text, at least so many. */
export function fenceFor(text: string, least: number): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
  return '`'.repeat(Math.max(least, longest + 1));
}

/** An untrusted name as Markdown code, which shows it literally. */
export function named(name: string): string {
  const shown = escapeDeceptiveAndIcons(name);
  const fence = fenceFor(shown, 1);
  // A backtick at either end would be taken for one of the fence.
  const blank = /^`|`$/.test(shown) ? ' ' : '';
  return `${fence}${blank}${shown}${blank}${fence}`;
}

/** Markdown of a link to one of our commands with its arguments. `label` is Markdown already. */
export function commandLink(label: string, command: string, ...args: readonly unknown[]): string {
  const query = args.length === 0 ? '' : `?${encodeURIComponent(JSON.stringify(args))}`;
  const address = query.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${label}](command:roundhouse.${command}${address})`;
}

/** Untrusted words as Markdown, on one line. Nothing in them becomes a link, a format or an icon. */
export function untrustedMarkdown(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return escaped(escapeDeceptiveAndIcons(line));
}
