/** The text with a leading `~` replaced by the person's home folder, as VS Code does. */
export function expandHome(text: string, home: string): string {
  return text.replace(/^~(?=$|[/\\])/, () => home);
}
