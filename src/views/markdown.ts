/** Text that Markdown shows as it is. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-.!|<>~]/g, String.raw`\$&`);
}
