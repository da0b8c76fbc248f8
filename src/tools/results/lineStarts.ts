/** Where the lines of a text begin, and its end as the last. An end of line at the very end begins none. */
export function lineStarts(text: string): Uint32Array {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  if (text.endsWith('\n')) count -= 1;
  const starts = new Uint32Array(count + 1);
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && line < count; at = text.indexOf('\n', at + 1)) {
    starts[line++] = at + 1;
  }
  starts[count] = text.length;
  return starts;
}

/** The index of the line, counted from 0, in which a place of the text is. */
export function lineAt(starts: Uint32Array, place: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
