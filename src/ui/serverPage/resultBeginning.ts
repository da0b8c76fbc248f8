import { isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';

/** Characters of a result that a page gets; each value counts a few more, because many small ones are slow, too. */
const mostCharacters = 8_000_000;
const charactersOfValue = 20;

/** Stands in place of an image or other data that does not fit, because a part of it is of no use. */
export const leftOut = '…';

/** The beginning of a result. */
export interface Beginning {
  readonly result: McpObject;
  readonly isCut: boolean;
}

/**
 * The beginning of a result that is too large for a page: long texts are cut, data that does not fit is
 * {@link leftOut}, and later items and keys are missing. A result that fits is returned itself.
 */
export function beginningOf(result: McpObject, most = mostCharacters): Beginning {
  const cutter = new Cutter(most);
  const cut = cutter.value(result) as McpObject;
  if (!cutter.isCut) return { result, isCut: false };
  const { isError } = result;
  return { result: { ...cut, ...(isError !== undefined && { isError }) }, isCut: true };
}

class Cutter {
  isCut = false;

  constructor(private left: number) {}

  value(value: unknown): unknown {
    this.left -= charactersOfValue;
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return this.#list(value);
    return isObject(value) ? this.#object(value) : value;
  }

  #text(text: string): string {
    const shown = text.slice(0, Math.max(0, this.left));
    this.left -= text.length;
    if (shown.length < text.length) this.isCut = true;
    return shown;
  }

  #list(items: readonly unknown[]): unknown[] {
    const shown: unknown[] = [];
    for (const item of items) {
      if (this.#isFull()) break;
      shown.push(this.value(item));
    }
    return shown;
  }

  #object(object: Readonly<Record<string, unknown>>): object {
    const { type } = object;
    const isMedia = type === 'image' || type === 'audio';
    const shown: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(object)) {
      if (this.#isFull()) break;
      const isData = key === 'blob' || (isMedia && key === 'data');
      const fits = !isData || typeof inner !== 'string' || inner.length <= this.left;
      this.left -= key.length;
      if (!fits) this.isCut = true;
      shown.push([key, fits ? this.value(inner) : leftOut]);
    }
    return Object.fromEntries(shown);
  }

  #isFull(): boolean {
    if (this.left > 0) return false;
    this.isCut = true;
    return true;
  }
}
