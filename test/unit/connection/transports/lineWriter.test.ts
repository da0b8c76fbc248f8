import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { LineWriter } from '../../../../src/connection/transports/lineWriter';

/** A stream that takes a write when the test says so; `taken`: what each write was by then. */
function slowStream() {
  const writes: string[] = [];
  const taken: string[] = [];
  const open: ((error?: Error) => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write: (bytes: unknown, _encoding, done) => {
      expect(bytes).toBeInstanceOf(Buffer);
      writes.push(String(bytes));
      open.push((error) => {
        taken.push(String(bytes));
        done(error);
      });
    },
  });
  stream.on('error', () => undefined);
  const take = async (error?: Error): Promise<void> => {
    open.shift()?.(error);
    await new Promise(setImmediate);
  };
  return { stream, writes, taken, take };
}

describe('lines to a stream', () => {
  test('go at once where none is on its way, and then together', async () => {
    const { stream, writes, take } = slowStream();
    const writer = new LineWriter(stream);
    const done = ['a', 'b', 'c'].map((text) => writer.write(text));
    expect(writes).toEqual(['a\n']);
    expect([writer.count, writer.bytes]).toEqual([3, 6]);
    await take();
    expect(writes).toEqual(['a\n', 'b\nc\n']);
    expect(writer.count).toBe(2);
    await take();
    expect((await Promise.all(done)).filter(Boolean)).toEqual([]);
    expect([writer.count, writer.bytes]).toEqual([0, 0]);
  });

  test('go together where they come in one turn of the event loop', async () => {
    const { stream, writes, take } = slowStream();
    const writer = new LineWriter(stream);
    const first = writer
      .write('a')
      .then(() => ['b', 'c'].forEach((text) => void writer.write(text)));
    const taken = take();
    await first;
    expect(writes).toEqual(['a\n']);
    await taken;
    expect(writes).toEqual(['a\n', 'b\nc\n']);
  });

  test('go in several batches where they are long, in their order', async () => {
    const { stream, writes, take } = slowStream();
    const writer = new LineWriter(stream);
    const texts = Array.from({ length: 9 }, (_, at) => String(at).repeat(30_000));
    for (const text of texts) void writer.write(text);
    for (let turn = 0; turn < 9; turn++) await take();
    expect(writes.join('')).toBe(texts.map((text) => `${text}\n`).join(''));
    expect(writes.map(({ length }) => Math.round(length / 30_000))).toEqual([1, 2, 2, 2, 2]);
  });

  test('are never written over while a stream has them, whoever writes', async () => {
    const all = [slowStream(), slowStream()].map((slow) => ({
      ...slow,
      writer: new LineWriter(slow.stream),
    }));
    const texts = Array.from({ length: 60 }, (_, at) =>
      `${at} `.repeat([50, 5_000, 12_000][at % 3] ?? 0),
    );
    for (const [at, text] of texts.entries())
      for (const [index, { writer, take }] of all.entries()) {
        void writer.write(`${index} ${text}`);
        if (at % 7 === 6 - index) await take();
      }
    for (const [index, { writer, writes, taken, take }] of all.entries()) {
      while (taken.length < writes.length || writer.count > 0) await take();
      expect(taken).toEqual(writes);
      expect(taken.join('')).toBe(texts.map((text) => `${index} ${text}\n`).join(''));
    }
  });

  test('are as long as their characters need', async () => {
    const { stream, writes } = slowStream();
    const writer = new LineWriter(stream);
    void writer.write('aü€😀');
    expect(writer.bytes).toBe(11);
    expect(writes).toEqual(['aü€😀\n']);
  });

  test('are all handed over before the end of the stream', async () => {
    const { stream, writes, take } = slowStream();
    const writer = new LineWriter(stream);
    const done = ['a', 'b'].map((text) => writer.write(text));
    writer.flush();
    stream.end();
    await take();
    await take();
    expect(writes.join('')).toBe('a\nb\n');
    expect((await Promise.all(done)).filter(Boolean)).toEqual([]);
  });

  test('all fail with a stream that fails', async () => {
    const { stream, take } = slowStream();
    const writer = new LineWriter(stream);
    const done = ['a', 'b', 'c'].map((text) => writer.write(text));
    await take(new Error('EPIPE'));
    expect(await Promise.all(done)).toEqual([new Error('EPIPE'), 'not writable', 'not writable']);
    expect(await writer.write('d')).toBe('not writable');
    expect(writer.count).toBe(0);
  });
});
