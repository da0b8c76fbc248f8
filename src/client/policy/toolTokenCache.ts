import { createHash } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { readNumbers, writeNumbers } from '../../base/privateFile';

/** Texts in the cache: some 500 KB. */
const defaultBound = 20_000;
/** Milliseconds in which what was counted is written at once. */
const restBetweenWrites = 2_000;

/**
 * Token counts of this and other windows, by the hash of the text, in a private file.
 * A disk that refuses costs nothing but counting again.
 */
export class ToolTokenCache implements Disposable {
  /** The one that was used last comes last. */
  #counts = new Map<string, number>();
  #loading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly bound = defaultBound,
  ) {}

  /** Reads the file, once. */
  load(): Promise<void> {
    this.#loading ??= this.#read().then((kept) => {
      this.#counts = new Map([...kept, ...this.#counts]);
    });
    return this.#loading;
  }

  get(text: string): number | undefined {
    const key = keyOf(text);
    const count = this.#counts.get(key);
    if (count !== undefined) this.#put(key, count);
    return count;
  }

  /** Keeps a figure; the file has it a moment later. */
  set(text: string, count: number): void {
    this.#put(keyOf(text), count);
    this.#timer ??= setTimeout(() => void this.flush(), restBetweenWrites);
  }

  /** Writes what is not written yet; resolves when that is over, well or not. */
  flush(): Promise<void> {
    if (this.#timer === undefined) return this.#writing;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  dispose(): void {
    void this.flush();
  }

  #put(key: string, count: number): void {
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > this.bound && oldest !== undefined) this.#counts.delete(oldest);
  }

  #read(): Promise<Map<string, number>> {
    return readNumbers(this.file, Number.isSafeInteger);
  }

  /** Merges with the figures that other windows have written. */
  async #write(): Promise<void> {
    try {
      const kept = await this.#read();
      for (const key of this.#counts.keys()) kept.delete(key);
      const all = [...kept, ...this.#counts].slice(-this.bound);
      await writeNumbers(this.file, all);
    } catch {
      // The next window counts again.
    }
  }
}

/** Letters come first, as an object would put a key of digits before all others. */
function keyOf(text: string): string {
  return `t${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
}
