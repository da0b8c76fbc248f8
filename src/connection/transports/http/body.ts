import { type Readable, pipeline, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { UserError } from '../../../base/errors';
import { ownValue } from '../../../base/json';
import { collectGarbage, TextSize, PieceDecoder } from '../../../base/largeText';
import { cutOff } from './httpRequest';

/** The chunks of a body, to be read once. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Limits for reading an unwanted body: bytes, milliseconds. */
const longestDiscard = { bytes: 65_536, time: 1_000 };

/**
 * The bodies of our own responses, because reading them by web streams takes a quarter longer for a short response.
 */
const known = new WeakMap<Response, Chunks>();

/**
 * A response whose body is still to come. Reading it throws UserError `connectionClosed` if it breaks off,
 * `protocolError` if it cannot be decompressed; the signal's reason where it was aborted.
 */
export function streamed(init: ResponseInit, source: Readable, signal?: AbortSignal): Response {
  // An error before or after it is read concerns nobody.
  source.on('error', () => undefined);
  const chunks = explained(source, signal);
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
  const response = new Response(body, init);
  known.set(response, chunks);
  return response;
}

export function bodyOf(response: Response): Chunks {
  return known.get(response) ?? response.body ?? [];
}

/**
 * The text of a body, decoded chunk by chunk so that it is in memory once.
 * @throws UserError `answerTooLong` (megabytes) where the body, or its text in memory, exceeds `limit` bytes; see
 * {@link streamed}.
 */
export async function textOf(response: Response, limit: number): Promise<string> {
  const decoder = new PieceDecoder();
  const size = new TextSize();
  let text = '';
  let length = 0;
  for await (const chunk of bodyOf(response)) {
    const piece = decoder.write(chunk);
    length += chunk.length;
    size.add(piece);
    if (Math.max(length, size.bytes) > limit) throw tooLong(limit);
    text += piece;
  }
  return withoutMark(text + decoder.end());
}

/** Removes a byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Discards an unwanted body. It is read if its end is near, so that the connection is reused. Never rejects. */
export async function discard(response: Response): Promise<void> {
  const cancel = (): void => void response.body?.cancel().catch(() => undefined);
  const late = setTimeout(cancel, longestDiscard.time).unref();
  let length = 0;
  try {
    for await (const chunk of bodyOf(response)) {
      length += chunk.length;
      if (length > longestDiscard.bytes) break;
    }
  } catch {
    // The body is not wanted.
  } finally {
    clearTimeout(late);
  }
}

/** The error of a response that was dropped because it exceeds the limit. */
export function tooLong(limit: number): UserError {
  setImmediate(collectGarbage);
  return new UserError('answerTooLong', { megabytes: Math.floor(limit / 1_048_576) });
}

async function* explained(
  source: Readable,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* source as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw signal?.aborted ? signal.reason : brokenOff(error);
  }
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
export function decoded(body: Readable, encoding: string | null): Readable {
  const applied = (encoding ?? '').toLowerCase().split(',').toReversed();
  return applied.reduce<Readable>((source, name) => {
    const decoder = ownValue(decoders, name.trim())?.();
    // Every failure reaches the reader of the last stream.
    return decoder ? pipeline(source, decoder, () => undefined) : source;
  }, body);
}
