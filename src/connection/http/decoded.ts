import { pipeline, type Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { ownValue } from '../../base/json';

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
    // Who reads the last one hears of every failure.
    return decoder ? pipeline(source, decoder, () => undefined) : source;
  }, body);
}
