// How a fake stdio server writes; see `FakeStdioOptions` in fakeServer.ts.
import { writeSync } from 'node:fs';

const junk = '\u001b[32mready\u001b[0m\n\n{"level":"info"}\nnull\nplain text\r\n';
const chunk = 64 * 1024;

/** Written at once, so that an exit right after loses nothing. */
export function writeError(text) {
  writeAll(2, Buffer.from(text));
}

/** That many bytes on stderr, in lines of 100 bytes or in one. */
export function flood(bytes, unbroken = false) {
  const line = unbroken ? 'f'.repeat(100) : `${'f'.repeat(99)}\n`;
  const part = Buffer.from(line.repeat(chunk / 64).slice(0, chunk));
  for (let left = bytes; left > 0; left -= chunk) writeAll(2, part.subarray(0, left));
}

function writeAll(descriptor, buffer) {
  for (let at = 0; at < buffer.length;) {
    try {
      at += writeSync(descriptor, buffer, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

export class StdioOutput {
  #held = '';
  #isFirst = true;
  #isCut = false;
  /** Pieces are written one after another. */
  #written = Promise.resolve();

  constructor(options) {
    this.options = options;
  }

  /** Breaks the next message off in its middle and ends the process there. */
  cut() {
    this.#isCut = true;
  }

  write(message) {
    const { batch, noise, bom, holdNotifications } = this.options;
    if (bom && this.#isFirst) this.#held += '\uFEFF';
    this.#isFirst = false;
    if (noise) this.#held += junk;
    this.#held += this.#framed(JSON.stringify(batch ? [message] : message));
    if (this.#isCut) {
      writeAll(1, Buffer.from(this.#held).subarray(0, Math.floor(this.#held.length / 2)));
      process.exit(9);
    }
    if (holdNotifications && message.id === undefined) return;
    const text = this.#held;
    this.#held = '';
    if (this.options.partial) this.#written = this.#written.then(() => this.#inPieces(text));
    else process.stdout.write(text);
  }

  #framed(text) {
    if (this.options.contentLength) {
      return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    }
    return text + (this.options.crlf ? '\r\n' : '\n');
  }

  /** Pieces of seven bytes at first, which break characters and lines anywhere. */
  async #inPieces(text) {
    const bytes = Buffer.from(text);
    for (let at = 0, size = 7; at < bytes.length; at += size, size *= at > 50 ? 4 : 1) {
      process.stdout.write(bytes.subarray(at, at + size));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}
