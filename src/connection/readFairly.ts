import type { Readable } from 'node:stream';
import { FairShare, type Take } from './fairShare';

/** Reads a stream, paused as its {@link FairShare} requires. */
export function readFairly(stream: Readable, take: Take): void {
  const share = new FairShare();
  stream.on('data', (chunk: Buffer) => {
    const done = share.use(chunk, take);
    if (!done) return;
    stream.pause();
    void done.then(() => stream.resume());
  });
}
