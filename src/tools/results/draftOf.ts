/** Where a better form of a kept result is written, until it takes its place. */
export function draftOf(file: string): string {
  return `${file}.draft`;
}
