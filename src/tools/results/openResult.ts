import type { Json } from '../../base/json';
import { lineStarts } from './lineStarts';

/** Characters of JSON up to which it is read as a value: a value takes several times as much memory. */
const mostJson = 100_000_000;
/** A number that a double does not hold exactly may be in a text with so many digits. */
const manyDigits = /\d{16}/;

/** A kept result that somebody reads: what is asked of it more than once is worked out once. */
export class OpenResult {
  #starts: Uint32Array | undefined;
  #value: { readonly is: Json | undefined } | undefined;

  /** `value`: of the text, where that is known already. */
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

  /** Whether values of it may be rounded. */
  get mayRound(): boolean {
    return manyDigits.test(this.text);
  }
}

/** Only what is more than one word or number is worth a path. */
function valueOf(text: string): Json | undefined {
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
