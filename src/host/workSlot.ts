/** Cells of four bytes by number: turns of work, sleep of the watcher, nothing, text length. */
const [turnCell, sleepCell, nothingCell, lengthCell] = [0, 1, 2, 3];
const textStart = 16;
const slotBytes = 512;

/**
 * A thread's present work, visible to another thread: a text of at most 496 bytes in shared memory. The number of the
 * turn is odd while there is work. Work lasts until the event loop comes round.
 */
export class WorkSlot {
  readonly #cells: Int32Array;
  readonly #text: Buffer;
  #isClearing = false;

  constructor(readonly memory = new SharedArrayBuffer(slotBytes)) {
    this.#cells = new Int32Array(memory, 0, textStart / Int32Array.BYTES_PER_ELEMENT);
    this.#text = Buffer.from(memory, textStart);
  }

  /** Notes the work that is about to begin, in place of the former note. Each character takes one byte. */
  noteWork(text: string): void {
    Atomics.store(this.#cells, lengthCell, this.#text.write(text, 'latin1'));
    if (this.#isClearing) return;
    this.#isClearing = true;
    Atomics.add(this.#cells, turnCell, 1);
    if (Atomics.load(this.#cells, sleepCell) === 1) Atomics.notify(this.#cells, turnCell);
    // The work goes on in promises until then, however many.
    setImmediate(() => {
      this.#isClearing = false;
      Atomics.add(this.#cells, turnCell, 1);
    });
  }

  /** The present work, if any. */
  get text(): string | undefined {
    if (!isWork(this.turn)) return undefined;
    return this.#text.toString('latin1', 0, Atomics.load(this.#cells, lengthCell));
  }

  get turn(): number {
    return Atomics.load(this.#cells, turnCell);
  }

  /** Blocks the watching thread until there is work, and gives its turn. */
  waitForWork(): number {
    for (;;) {
      Atomics.store(this.#cells, sleepCell, 1);
      const { turn } = this;
      if (!isWork(turn)) Atomics.wait(this.#cells, turnCell, turn);
      Atomics.store(this.#cells, sleepCell, 0);
      if (isWork(this.turn)) return this.turn;
    }
  }

  /** Blocks the watching thread for so many milliseconds. */
  rest(milliseconds: number): void {
    Atomics.wait(this.#cells, nothingCell, 0, milliseconds);
  }
}

function isWork(turn: number): boolean {
  return turn % 2 !== 0;
}
