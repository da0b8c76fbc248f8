import type { Readable } from 'node:stream';

/** Milliseconds of which a stream may take a share, in milliseconds too. */
const interval = 100;
const share = 25;

/**
 * Hands over what comes out of a stream, and lets it wait as soon as it takes more than a quarter of
 * our time: who floods its output is slowed down by its own pipe, and other servers are not.
 * What `take` says was worth its time does not count.
 */
export function readFairly(stream: Readable, take: (chunk: Buffer) => boolean): void {
  let since = 0;
  let spent = 0;
  let timer: NodeJS.Timeout | undefined;
  stream.on('data', (chunk: Buffer) => {
    const from = performance.now();
    if (from - since >= interval) {
      since = from;
      spent = 0;
    }
    const isWorthIt = take(chunk);
    const now = performance.now();
    if (!isWorthIt) spent += now - from;
    if (spent < share) return;
    stream.pause();
    timer = setTimeout(() => stream.resume(), Math.max(0, since + interval - now));
  });
  stream.on('close', () => clearTimeout(timer));
}
