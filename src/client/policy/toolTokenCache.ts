import { createHash } from 'node:crypto';
import { BoundedMap } from '../../base/bounded';
import { DelayedWriter } from '../../base/delayedWriter';
import type { Disposable } from '../../base/disposable';
import { readNumbers, writeNumbers } from '../../base/privateFile';

/** Texts in the cache: some 500 KB. */
const defaultBound = 20_000;
/** Milliseconds from a count to the write. */
const writeDelay = 2_000;

/**
 * Token counts of this and other windows, by the hash of the text, in a private file. A disk that refuses costs
 * nothing but counting again.
 */
export class ToolTokenCache implements Disposable {
  /** The last used one comes last. */
  #counts: BoundedMap<string, number>;
  readonly #writer = new DelayedWriter(writeDelay, () => this.#write());
  #loading: Promise<void> | undefined;

  constructor(
    private readonly file: string,
    private readonly bound = defaultBound,
  ) {
    this.#counts = new BoundedMap(bound);
  }

  /** Reads the file, once. */
  load(): Promise<void> {
    this.#loading ??= this.#read().then((stored) => {
      const own = this.#counts;
      this.#counts = new BoundedMap(this.bound);
      for (const [key, count] of [...stored, ...own]) this.#counts.set(key, count);
    });
    return this.#loading;
  }

  get(text: string): number | undefined {
    return this.#counts.use(keyOf(text));
  }

  /** Adds a count; the file has it a moment later. */
  set(text: string, count: number): void {
    this.#counts.set(keyOf(text), count);
    this.#writer.schedule();
  }

  /** Writes new counts at once; resolves when that is over, well or not. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  dispose(): void {
    this.#writer.dispose();
  }

  #read(): Promise<Map<string, number>> {
    return readNumbers(this.file, Number.isSafeInteger);
  }

  /** Merges with the counts that other windows have written. */
  async #write(): Promise<void> {
    const stored = await this.#read();
    for (const key of this.#counts.keys()) stored.delete(key);
    await writeNumbers(this.file, [...stored, ...this.#counts].slice(-this.bound));
  }
}

/** A key that begins with letters, because an object would put a key of digits before all others. */
function keyOf(text: string): string {
  return `t${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
}
