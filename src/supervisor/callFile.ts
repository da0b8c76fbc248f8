import { appendFile, mkdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../base/replaceFile';
import { Sequencer } from '../base/sequencer';

/** Bytes of a file until the next one begins; one before it is kept. */
const longestFile = 2 * 1024 * 1024;
/** Milliseconds in which what is added is written at once. */
const restBetweenWrites = 500;
/** Lines that wait for a slow disk; the oldest goes. */
const mostWaiting = 2_000;

/** A private file of lines, and the one before it. A disk that refuses costs what it would have kept. */
export class CallFile {
  readonly #writes = new Sequencer();
  readonly #earlier: string;
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly file: string,
    private readonly longest = longestFile,
  ) {
    this.#earlier = `${file}.1`;
  }

  /** Has a line written by and by. */
  add(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
    this.#timer ??= setTimeout(() => void this.flush(), restBetweenWrites).unref();
  }

  /** Writes what is not written yet; resolves when that is over, well or not. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#writes.run(() => this.#write().catch(() => undefined));
  }

  /** All lines that are written, oldest first. */
  read(): Promise<readonly string[]> {
    return this.#writes.run(async () => [
      ...(await linesOf(this.#earlier)),
      ...(await linesOf(this.file)),
    ]);
  }

  /** Leaves only the lines that are to stay. Rejects where the disk refuses, as what was to go is still there. */
  async keep(stays: (line: string) => boolean): Promise<void> {
    await this.flush();
    await this.#writes.run(async () => {
      for (const file of [this.#earlier, this.file]) {
        const lines = await linesOf(file);
        const left = lines.filter(stays);
        if (left.length < lines.length) await replaceFile(file, textOf(left));
      }
    });
  }

  /** Hosts of other builds append to the same file: a line is written whole. */
  async #write(): Promise<void> {
    const lines = this.#waiting;
    if (lines.length === 0) return;
    this.#waiting = [];
    await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
    const { size } = await stat(this.file).catch(() => ({ size: 0 }));
    if (size > this.longest) await rename(this.file, this.#earlier);
    await appendFile(this.file, textOf(lines), { mode: 0o600 });
  }
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

async function linesOf(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}
