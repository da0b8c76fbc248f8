import { expect, test } from 'vitest';
import { LineReader } from '../../../src/base/lines';

function read(chunks: readonly Buffer[], limit = 1_000): string[] {
  const lines: string[] = [];
  const reader = new LineReader(
    { line: (text) => lines.push(text), tooLong: (max) => lines.push(`over ${max}`) },
    limit,
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
}

const bytes = (text: string): Buffer => Buffer.from(text);

test('cuts at line ends, LF and CRLF, and tells the last line without one', () => {
  expect(read([bytes('a\nb\r\n\nlast')])).toEqual(['a', 'b', '', 'last']);
});

test('puts characters together that were split into single bytes', () => {
  const text = 'žluťoučký 🚂\nKůň\n';
  const single = Array.from(bytes(text), (byte) => Buffer.of(byte));
  expect(read(single)).toEqual(['žluťoučký 🚂', 'Kůň']);
});

test('skips a line over the limit once and goes on with the next', () => {
  expect(read([bytes('x'.repeat(8)), bytes('y'.repeat(8)), bytes('z\nnext\n')], 10)).toEqual([
    'over 10',
    'next',
  ]);
});

test('tells whether a chunk is within a line that is kept', () => {
  const reader = new LineReader({ line: () => undefined }, 10);
  const isWithin = ['{"a":', '1}\n', 'x'.repeat(11), 'x', '\n', 'y'].map((text) =>
    reader.push(bytes(text)),
  );
  expect(isWithin).toEqual([true, false, false, false, false, true]);
});

test('keeps a line of exactly the limit', () => {
  expect(read([bytes('0123456789\n')], 10)).toEqual(['0123456789']);
});

test('a line is the same in one part as in two, also near the limit', () => {
  for (const length of [499, 500, 501, 999, 1_000, 1_001]) {
    const line = `${'x'.repeat(length - 2)}ü`;
    const whole = bytes(`first\r\n${line}\n`);
    expect(read([whole])).toEqual(read([whole.subarray(0, 100), whole.subarray(100)]));
  }
});

test('a character beyond Latin-1 makes a long line twice as long', () => {
  const half = bytes('x'.repeat(1_200_000));
  expect(read([half, half, bytes('\n')], 3_000_000)[0]).toHaveLength(2_400_000);
  expect(read([half, bytes('✓'), half, bytes('\n✓\n')], 3_000_000)).toEqual(['over 3000000', '✓']);
  expect(read([bytes(`${'x'.repeat(2_400_000)}✓\n`)], 3_000_000)).toEqual(['over 3000000']);
});

test('a character of a long line may be split at each byte', () => {
  const text = '🚂'.repeat(300_000);
  for (const at of [1_048_575, 1_048_577, 1_048_578]) {
    const [head, tail] = [bytes(text).subarray(0, at), bytes(`${text}\n`).subarray(at)];
    expect(read([head, tail], 4_000_000)[0] === text).toBe(true);
  }
});

test('the end of a line that is little too long begins before the limit was passed', () => {
  const tails: string[] = [];
  const reader = new LineReader(
    {
      line: () => undefined,
      skipped: (_head, tail) => tails.push(new TextDecoder().decode(tail)),
    },
    1_500,
  );
  for (const part of ['x'.repeat(1_490), ',"id":', '4711', '}\n']) reader.push(bytes(part));
  expect(tails).toEqual([`${'x'.repeat(1_024 - 11)},"id":4711}`]);
});

test('tells both ends of a line that was skipped', () => {
  const ends: string[] = [];
  const decode = (part: Uint8Array): string => new TextDecoder().decode(part);
  const reader = new LineReader(
    {
      line: (text) => ends.push(text),
      skipped: (head, tail) => ends.push(decode(head).slice(0, 5), decode(tail).slice(-5)),
    },
    3_000,
  );
  for (const part of ['first', 'x'.repeat(2_000), 'y'.repeat(2_000), 'la', 'st', '\nnext\n']) {
    reader.push(bytes(part));
  }
  expect(ends).toEqual(['first', 'ylast', 'next']);
});
