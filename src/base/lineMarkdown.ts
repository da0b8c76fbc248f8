import { escapeHidden } from './escapeHidden';

/** What Markdown makes something of within a line: formats, links, addresses, HTML, and icons of the editor. */
const marks =
  /[\\`*[\]~]|<(?=[\w/!?])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)|(?<=\bwww)\.|(?<=\S)@(?=\S)|\$(?=\()/giu;

/** Words within a line of Markdown, which shows them as they are; what needs no escape has none. */
export function escapedInLine(text: string): string {
  return text.replaceAll(marks, String.raw`\$&`);
}

/**
 * Words as one line that reads alike as Markdown and as text, for who may take it for either. Blanks stand where
 * Markdown would make something of it.
 */
export function withoutMarkdown(text: string): string {
  return escapeHidden(text.replaceAll(marks, ' ').replaceAll(/\s+/g, ' ').trim());
}
