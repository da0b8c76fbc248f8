import type { Json } from '../../base/json';
/** Longest JSON that is parsed, because a value takes several times the memory of its text. */
const mostJson = 100_000_000;
/** Digits from which a double may round a number. */
const manyDigits = /\d{16}/;

/** A stored result while it is read; lines and value are computed once. */
export class OpenResult {
  #starts: Uint32Array | undefined;
  #value: { readonly is: Json | undefined } | undefined;

  /** `value` is that of the text, if it is known already. */
  constructor(
    readonly text: string,
    value?: Json,
  ) {
    if (value !== undefined) this.#value = { is: value };
  }

  /** See {@link lineStarts}. */
  get starts(): Uint32Array {
    this.#starts ??= lineStarts(this.text);
    return this.#starts;
  }

  get lineCount(): number {
    return this.starts.length - 1;
  }

  /** The value of a text that is JSON, or has one JSON object a line; else `undefined`. */
  get value(): Json | undefined {
    this.#value ??= { is: valueOf(this.text) };
    return this.#value.is;
  }

  /** True if parsing may have rounded numbers. */
  get mayRound(): boolean {
    return manyDigits.test(this.text);
  }
}

/** The value of an object or a list; single words and numbers need no path. */
function valueOf(written: string): Json | undefined {
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written;
  const [first] = /\S/.exec(text) ?? [];
  if ((first !== '{' && first !== '[') || text.length > mostJson) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return first === '{' ? linesOf(text) : undefined;
  }
}

function linesOf(text: string): Json | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  try {
    return lines.length > 1 ? lines.map((line) => JSON.parse(line) as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** The offsets of all lines, and the end of the text as the last. A final line break begins no line. */
function lineStarts(text: string): Uint32Array {
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

/** The index, from 0, of the line that contains an offset. */
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

/** A slice without halves of surrogate pairs at its ends; a half belongs to the following slice. */
export function wholeCharacters(text: string, from: number, to: number): string {
  return text.slice(characterStart(text, from), characterStart(text, to));
}

/** The place itself, or the one before if that is within a surrogate pair. */
export function characterStart(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const isSecondHalf = at > 0 && at < text.length && code >= 0xdc00 && code <= 0xdfff;
  return isSecondHalf ? at - 1 : at;
}
