import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failureLine } from '../../../src/processes/stderrLines';

/** Each ending is a title, the line that helps, and what the program wrote; control characters have pictures. */
const endings = readFileSync(new URL('stderrEndings.txt', import.meta.url), 'utf8')
  .replaceAll('␛', '\u001B')
  .replaceAll('␍', '\r')
  .split(/^=== /m)
  .slice(1)
  .map((block) => {
    const [title = '', wanted = '', ...lines] = block.split('\n');
    return { title, wanted: wanted.replace(/^--- ?/, ''), lines };
  });

test('there are endings of many programs', () => {
  expect(endings.length).toBeGreaterThanOrEqual(100);
  expect(endings.every(({ lines }) => lines.some((line) => line.trim() !== ''))).toBe(true);
});

test.each(endings)('$title', ({ wanted, lines }) => {
  expect(failureLine(lines) ?? '').toBe(wanted);
  // A transport passes empty lines over.
  expect(failureLine(lines.filter((line) => line.trim() !== '')) ?? '').toBe(wanted);
});

describe('a last line', () => {
  test('that says nothing is never chosen', () => {
    const boilerplate = /^(?:Node\.js v|[\W\d]*$|npm error A complete log|Run '|exit status)/;
    for (const { lines } of endings) expect(failureLine(lines) ?? 'none').not.toMatch(boilerplate);
  });

  test('is absent where nothing was written', () => {
    expect(failureLine([])).toBeUndefined();
    expect(failureLine(['', '}', '^^^^'])).toBeUndefined();
  });
});

test('a long line is shown whole, as its secrets are not masked yet', () => {
  const line = `error: ${'x'.repeat(3_000)}`;
  expect(failureLine([line])).toBe(line);
});

// What grows with the square of the length takes far longer than a test may.
test.each([
  'a',
  ' ',
  'a ',
  '\u001B',
  '\u001B[',
  '\u001B[;',
  '\u001B]a;',
  '│ ',
  '(',
  'a.',
  '{"',
  '[',
  '\r',
  'Error ',
  'no ',
  'npm error ',
  'level=error msg=',
  'validation error for ',
  "thread '",
  'ZodError: [',
])('lines of nothing but %j are read in time', (piece) => {
  const line = `error: ${piece.repeat(Math.ceil(64_000 / piece.length))}b`;
  const unframed = `${piece.repeat(Math.ceil(64_000 / piece.length))}b`;
  const lines = [...Array.from({ length: 200 }, () => unframed), line];
  expect(failureLine(lines)).toBeDefined();
});
