/** A word for a POSIX shell, which takes it as it is. */
export function shellWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
