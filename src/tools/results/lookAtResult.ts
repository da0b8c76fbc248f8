import { indentedJson } from './indentedJson';
import { jsonShape } from './jsonShape';
import { OpenResult } from './openResult';
import { tableShape } from './tableShape';
import { wholeCharacters } from './wholeCharacters';

/**
 * Characters of what a model gets to see of a kept result. All of it together is under 8 KiB: VS Code's agent puts a
 * longer text into a file of its own.
 */
const [mostHead, mostTail, mostShape] = [3_500, 1_200, 2_000];
/** Characters of a line above which JSON is indented: nobody reads such a line. */
const longLine = 2_000;

/** What a model is told of a result that is kept for it. */
export interface ResultFacts {
  readonly characters: number;
  readonly head: string;
  readonly tail: string;
  readonly format: 'json' | 'text';
  /** Absent where it was not looked at. */
  readonly lines?: number | undefined;
  /** The structure of JSON, or the columns of a table. */
  readonly shape?: string | undefined;
}

/** A result for a first look, as it is to be kept from then on: JSON on long lines is indented. */
export function readableResult(given: string): OpenResult {
  const result = new OpenResult(given);
  const { value } = result;
  if (value === undefined || !hasLongLine(result.starts) || isLines(given, value)) return result;
  return new OpenResult(indentedJson(given), value);
}

/** What is to be told of a result. */
export function lookAtResult(result: OpenResult): ResultFacts {
  const { text, value, lineCount } = result;
  const isJson = value !== undefined;
  return {
    ...ends(text),
    lines: lineCount,
    format: isJson ? 'json' : 'text',
    shape: isJson
      ? jsonShape(value, mostShape)
      : tableShape(text.slice(0, mostHead).split('\n').slice(0, -1), lineCount)?.slice(
          0,
          mostShape,
        ),
  };
}

/** What can be told without looking at a result. */
export function ends(text: string): Pick<ResultFacts, 'characters' | 'head' | 'tail' | 'format'> {
  const { length: characters } = text;
  const head = wholeCharacters(text, 0, mostHead);
  const tail = wholeCharacters(text, Math.max(mostHead, characters - mostTail), characters);
  return { characters, head: upToLine(head), tail: fromLine(tail), format: 'text' };
}

/** A piece ends with a line where that takes little of it. */
function upToLine(piece: string): string {
  const end = piece.lastIndexOf('\n');
  return end > piece.length / 2 ? piece.slice(0, end) : piece;
}

function fromLine(piece: string): string {
  const start = piece.indexOf('\n');
  return start >= 0 && start < piece.length / 2 ? piece.slice(start + 1) : piece;
}

function hasLongLine(starts: Uint32Array): boolean {
  return starts.some((start, at) => at > 0 && start - (starts[at - 1] ?? 0) > longLine);
}

/** A value a line is read best as it is. */
function isLines(text: string, value: unknown): boolean {
  return Array.isArray(value) && /^\s*\{/.test(text);
}
