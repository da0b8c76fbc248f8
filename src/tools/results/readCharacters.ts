import type { ReadPart } from '../../ipc/keptResults';
import type { OpenResult } from './openResult';
import { rangeIn, type AskedRange } from './positions';
import { wholeCharacters } from './wholeCharacters';

/** As many of the characters (UTF-16 units) as fit. */
export function readCharacters({ text }: OpenResult, asked: AskedRange, most: number): ReadPart {
  const { from, to } = rangeIn(asked, text.length, 'characters');
  const piece = wholeCharacters(text, from - 1, Math.min(to, from - 1 + most));
  const last = from - 1 + piece.length;
  const args = { from, to: last, total: text.length, ...(last < to && { next: last + 1 }) };
  return { text: piece, note: { code: 'charactersRead', args } };
}
