import { describe, expect, test } from 'vitest';
import { requestedPart, readParts, type ReadMoreInput } from '../../../../src/ui/chat/readMore';

const result = 'r1';
const part = (input: ReadMoreInput): unknown => requestedPart({ result, ...input }).part;

test.each([
  ['1-200', { from: 1, to: 200 }],
  ['200-', { from: 200 }],
  ['-50', { from: -50 }],
  [' 3 - 4 ', { from: 3, to: 4 }],
  ['7..9', { from: 7, to: 9 }],
  ['12', { from: 12, to: 12 }],
  [12, { from: 12, to: 12 }],
])('the range %j', (lines, range) => {
  expect(part({ lines })).toEqual({ by: 'lines', ...range });
  expect(part({ characters: lines })).toEqual({ by: 'characters', ...range });
});

test.each(['all', '', '-', '1-2-3', '1e3'])('no range: %j', (lines) => {
  const code = lines === '' ? 'partUnclear' : 'rangeUnclear';
  expect(() => part({ lines })).toThrow(expect.objectContaining({ code }));
});

test('a path and a search, with what they leave out', () => {
  expect(part({ path: '$.a', from: 3, lines: '', search: '' })).toEqual({
    by: 'path',
    path: '$.a',
    from: 3,
  });
  expect(part({ search: 'needle' })).toEqual({
    by: 'search',
    search: 'needle',
    isRegex: false,
    context: 0,
    from: 1,
  });
  expect(part({ search: 'n', regex: true, context: 500, from: -4 })).toMatchObject({
    isRegex: true,
    context: 20,
    from: 1,
  });
});

test.each([
  [{}],
  [{ result }],
  [{ lines: '1-2' }],
  [{ result, lines: '1-2', path: '$' }],
  [{ result: 5, path: {} }],
])('refused, since it does not say one thing: %j', (input) => {
  expect(() => requestedPart(input)).toThrow(expect.objectContaining({ code: 'partUnclear' }));
});

describe('what was read', () => {
  const note = { code: 'linesRead', args: { from: 1, to: 2, total: 9, next: 3 } };

  test('says which part it is and how to go on, and then the part', () => {
    expect(readParts({ text: 'one\ntwo\n', note })).toEqual([
      { kind: 'text', text: 'Lines 1 to 2 of 9. Go on with lines "3-".\n' },
      { kind: 'text', text: 'one\ntwo\n' },
    ]);
  });

  test('comes in pieces that the agent of the editor does not put aside', () => {
    const text =
      Array.from({ length: 2_000 }, (_, n) => `line ${n}\n`).join('') + 'x'.repeat(9_000);
    const [, ...parts] = readParts({ text, note });
    const texts = parts.map((one) => (one.kind === 'text' ? one.text : ''));
    expect(texts.join('')).toBe(text);
    for (const piece of texts) expect(piece.length).toBeLessThanOrEqual(8_000);
    expect(texts[0]).toMatch(/\n$/);
  });
});
