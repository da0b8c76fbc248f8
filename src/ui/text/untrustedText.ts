import { escapeCharacter, escapeHidden } from '../../base/escape';

/**
 * Escapes characters that deceive a reader, so that a person approves exactly the text that they read. These are
 * invisible characters, marks of reading direction, unusual blanks, and long runs of blanks.
 */
export function escapeDeceptive(text: string): string {
  return escapeHidden(text)
    .replaceAll(/(?! )\p{Zs}/gu, escapeCharacter)
    .replaceAll(/ {8,}/g, (blanks) => `\\u{20}×${blanks.length} `);
}

/** The same for words on one line: line breaks and runs of blanks become one blank. */
export function escapeDeceptiveWords(text: string): string {
  return escapeDeceptive(text.trim().replaceAll(/\s+/g, ' '));
}

/** The same for the lines of a text that is indented: line breaks and indentation stay. */
export function escapeDeceptiveLines(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => {
    const [indent = ''] = /^ */.exec(line) ?? [];
    return indent + escapeDeceptive(line.slice(indent.length));
  });
  return lines.join('\n');
}

/** The same, without icon syntax. The editor looks for icons in rendered Markdown, too. */
export function escapeDeceptiveAndIcons(text: string): string {
  return withoutIcons(escapeDeceptive(text));
}

/**
 * Untrusted words for a title, prompt or row of a quick input, on one line. Hidden characters, icons and links are
 * disarmed, because the editor renders Markdown there, with links to commands.
 */
export function untrustedText(text: string): string {
  return withoutIcons(escapeDeceptiveWords(text)).replaceAll('](', '] (');
}

function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$ (');
}
