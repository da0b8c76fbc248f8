import type { Writable } from 'node:stream';

/** Characters that are handed to a stream together; one line may be longer. */
const largestBatch = 64 * 1024;

interface WaitingLine {
  readonly text: string;
  readonly done: (failure: unknown) => void;
}

/**
 * Writes lines to a stream, the next ones when it has taken those before. A line goes at once if none is on its way
 * or was in this turn of the event loop, and lines that came meanwhile go together, because each write costs more
 * than a small line. A stream would take all that waits as one, and not say until its end that somebody reads.
 */
export class LineWriter {
  readonly #waiting: WaitingLine[] = [];
  #count = 0;
  #characters = 0;
  #isWriting = false;

  constructor(private readonly stream: Writable) {}

  /** Lines that the stream has not taken yet. */
  get count(): number {
    return this.#count;
  }

  /** Characters of these lines. */
  get characters(): number {
    return this.#characters;
  }

  /** Resolves when the stream has taken the line, with the error if it has failed. */
  async write(text: string): Promise<unknown> {
    this.#count += 1;
    this.#characters += text.length;
    const failure = await new Promise<unknown>((done) => {
      this.#waiting.push({ text, done });
      if (!this.#isWriting) this.#writeNext();
    });
    this.#count -= 1;
    this.#characters -= text.length;
    return failure;
  }

  /** Hands over all that waits, since the stream is about to end. */
  flush(): void {
    while (this.#waiting.length > 0) this.#writeNext();
  }

  #writeNext(): void {
    if (!this.stream.writable) {
      for (const { done } of this.#waiting.splice(0)) done('not writable');
      return;
    }
    let [end, characters] = [0, 0];
    while (end < this.#waiting.length && (end === 0 || characters < largestBatch)) {
      characters += this.#waiting[end]?.text.length ?? 0;
      end += 1;
    }
    if (end > 0) this.#hand(this.#waiting.splice(0, end));
  }

  #hand(lines: readonly WaitingLine[]): void {
    this.#isWriting = true;
    this.stream.write(lines.map(({ text }) => `${text}\n`).join(''), (failure) => {
      for (const { done } of lines) done(failure);
      // Lines that come in the same turn of the event loop go together.
      setImmediate(() => {
        this.#isWriting = false;
        this.#writeNext();
      });
    });
  }
}
