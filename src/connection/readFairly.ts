import type { Readable } from 'node:stream';
import { FairShare, type Take } from './fairShare';

/** Hands over what comes out of a stream, and lets it wait as its {@link FairShare} says. */
export function readFairly(stream: Readable, take: Take): void {
  const share = new FairShare();
  stream.on('data', (chunk: Buffer) => {
    const done = share.use(chunk, take);
    if (!done) return;
    stream.pause();
    void done.then(() => stream.resume());
  });
}
