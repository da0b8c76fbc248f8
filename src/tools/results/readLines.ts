import type { ReadPart } from '../../ipc/keptResults';
import type { OpenResult } from './openResult';
import { rangeIn, type AskedRange } from './positions';
import { wholeCharacters } from './wholeCharacters';

/** As many of the lines as fit; of a first line that does not, its beginning. */
export function readLines(
  { text, starts, lineCount }: OpenResult,
  asked: AskedRange,
  most: number,
): ReadPart {
  const { from, to } = rangeIn(asked, lineCount, 'lines');
  const start = starts[from - 1] ?? 0;
  let last = from;
  while (last < to && (starts[last + 1] ?? 0) - start <= most) last += 1;
  const end = starts[last] ?? text.length;
  if (end - start > most + 1) {
    const piece = wholeCharacters(text, start, start + most);
    const args = {
      line: from,
      from: start + 1,
      to: start + piece.length,
      next: start + piece.length + 1,
    };
    return { text: piece, note: { code: 'lineBeginningRead', args } };
  }
  const args = { from, to: last, total: lineCount, ...(last < to && { next: last + 1 }) };
  return { text: text.slice(start, end), note: { code: 'linesRead', args } };
}
