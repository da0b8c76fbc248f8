import { appendFile, readFile, rename, stat } from 'node:fs/promises';
import { DelayedWriter } from '../../base/delayedWriter';
import { alone } from '../../base/fileLock';
import { replaceFile } from '../../base/privateFile';
import { Sequencer } from '../../base/sequencer';

/** Bytes of a file until the next one begins; the one before it stays. */
const longestFile = 2 * 1024 * 1024;
/** Milliseconds in which added lines are written at once. */
const writeDelayMs = 500;
/** Lines that wait for a slow disk; beyond them the oldest is dropped. */
const mostWaiting = 2_000;

/**
 * A private file of lines, and the one before it. All hosts of a user write it, each under a lock. Lines that the disk
 * refuses are written with the next ones.
 */
export class AuditFile {
  readonly #turns = new Sequencer();
  readonly #writer = new DelayedWriter(writeDelayMs, () => this.#turns.run(() => this.#write()));
  readonly #earlier: string;
  readonly #lock: string;
  #waiting: string[] = [];

  constructor(
    private readonly file: string,
    private readonly longest = longestFile,
  ) {
    this.#earlier = `${file}.1`;
    this.#lock = `${file}.lock`;
  }

  /** Adds a line, which is written after a while. */
  add(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
    this.#writer.schedule();
  }

  /** Writes all lines that wait; resolves when that is over, well or not. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** All written lines, oldest first. */
  read(): Promise<readonly string[]> {
    return this.#turns.run(async () => [
      ...(await linesOf(this.#earlier)),
      ...(await linesOf(this.file)),
    ]);
  }

  /** Removes all lines but those that stay. Rejects where the disk refuses, because lines to remove are still there. */
  async keep(stays: (line: string) => boolean): Promise<void> {
    await this.flush();
    await this.#turns.run(() =>
      alone(this.#lock, async () => {
        this.#waiting = this.#waiting.filter(stays);
        for (const file of [this.#earlier, this.file]) {
          const lines = await linesOf(file);
          const left = lines.filter(stays);
          if (left.length < lines.length) await replaceFile(file, textOf(left));
        }
      }),
    );
  }

  async #write(): Promise<void> {
    const lines = this.#waiting;
    if (lines.length === 0) return;
    this.#waiting = [];
    try {
      await alone(this.#lock, async () => {
        const { size } = await stat(this.file).catch(() => ({ size: 0 }));
        // A file that somebody reads cannot be moved everywhere: it grows until it can.
        if (size > this.longest) await rename(this.file, this.#earlier).catch(() => undefined);
        await appendFile(this.file, textOf(lines), { mode: 0o600 });
      });
    } catch (error) {
      this.#waiting = [...lines, ...this.#waiting].slice(-mostWaiting);
      throw error;
    }
  }
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

async function linesOf(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}
