/** Text that Markdown shows as it is. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-.!|<>~]/g, String.raw`\$&`);
}

/** A list, a line each; its lines are Markdown already. */
export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
