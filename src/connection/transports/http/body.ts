import { type Readable, pipeline, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { UserError } from '../../../base/errors';
import { ownValue } from '../../../base/json';
import { collectGarbage, TextSize, PieceDecoder } from '../../../base/largeText';
import { cutOff } from './httpRequest';
import type { HttpResponse } from './httpResponse';

/** What reading a body takes. */
export type BodySource = Pick<HttpResponse, 'body' | 'signal'>;

/** Limits for reading an unwanted body: bytes, milliseconds. */
const longestDiscard = { bytes: 65_536, time: 1_000 };

/**
 * Hands each chunk of a body to `take`, which may have it wait. Settles after the work on the last one. Reads by
 * events, because an iterator takes up to a tenth more of the processor for a short response.
 * @throws UserError `connectionClosed` if it breaks off, `protocolError` if it cannot be decompressed; the signal's
 * reason where it was aborted; what `take` throws, which ends the body.
 */
export function readBody(
  { body, signal }: BodySource,
  take: (chunk: Buffer) => Promise<void> | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let work: Promise<void> | undefined;
    const fail = (cause: unknown): void => {
      const why = signal?.aborted ? signal.reason : brokenOff(cause);
      if (work) work.then(() => reject(why), reject);
      else reject(why);
    };
    const stop = (error: unknown): void => {
      // Otherwise it would hand on what it has still.
      body.pause();
      body.destroy();
      reject(error);
    };
    const onEnd = (): void => {
      // A stream of HTTP/2 that was cut off ends as well.
      if (signal?.aborted || body.destroyed) fail(new Error('cut off'));
      else resolve(work);
    };
    const onClose = (): void => {
      if (!body.readableEnded) fail(body.errored ?? new Error('closed'));
    };
    if (body.readableEnded) return signal?.aborted ? fail(undefined) : resolve();
    if (body.destroyed) return onClose();
    body.once('end', onEnd).once('error', fail).once('close', onClose);
    body.on('data', (chunk: Buffer) => {
      try {
        work = take(chunk);
        if (!work) return;
        body.pause();
        work.then(() => body.resume(), stop);
      } catch (error) {
        stop(error);
      }
    });
  });
}

/**
 * The text of a body, decoded chunk by chunk so that it is in memory once.
 * @throws UserError `answerTooLong` (megabytes) where the body, or its text in memory, exceeds `limit` bytes; what
 * {@link readBody} throws.
 */
export async function textOf(source: BodySource, limit: number): Promise<string> {
  const decoder = new PieceDecoder();
  const size = new TextSize();
  let text = '';
  let length = 0;
  await readBody(source, (chunk) => {
    const piece = decoder.write(chunk);
    length += chunk.length;
    size.add(piece);
    if (Math.max(length, size.bytes) > limit) throw tooLong(limit);
    text += piece;
    return undefined;
  });
  return withoutMark(text + decoder.end());
}

/** Removes a byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Discards an unwanted body. It is read if its end is near, so that the connection is reused. Never rejects. */
export async function discard(source: BodySource): Promise<void> {
  const { body } = source;
  const late = setTimeout(() => body.destroy(), longestDiscard.time).unref();
  let length = 0;
  const drop = (chunk: Buffer): undefined => {
    length += chunk.length;
    if (length > longestDiscard.bytes) body.destroy();
  };
  await readBody(source, drop).catch(() => undefined);
  clearTimeout(late);
}

/** The error of a response that was dropped because it exceeds the limit. */
export function tooLong(limit: number): UserError {
  setImmediate(collectGarbage);
  return new UserError('answerTooLong', { megabytes: Math.floor(limit / 1_048_576) });
}

function brokenOff(error: unknown): UserError {
  if (error instanceof UserError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  // A missing end is missing on the wire.
  const isGarbled = /^(?:Z_|ERR_*(?:BROTLI|ZSTD)|ZSTD_)/i.test(code) && code !== 'Z_BUF_ERROR';
  return isGarbled ? new UserError('protocolError', { message }, { cause: error }) : cutOff(error);
}

/** False on older Node. */
const hasZstd = typeof zlib.createZstdDecompress === 'function';

/** The supported compressions, for `Accept-Encoding`. */
export const encodings = `gzip, deflate, br${hasZstd ? ', zstd' : ''}`;

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
  ...(hasZstd && { zstd: zlib.createZstdDecompress }),
};

/** Decompresses a stream (RFC 9110, 8.4); unknown encodings stay. */
export function decoded(body: Readable, encoding: string | undefined): Readable {
  if (encoding === undefined) return body;
  const applied = encoding.toLowerCase().split(',').toReversed();
  return applied.reduce<Readable>((source, name) => {
    const decoder = ownValue(decoders, name.trim())?.();
    // Every failure reaches the reader of the last stream.
    return decoder ? pipeline(source, decoder, () => undefined) : source;
  }, body);
}
