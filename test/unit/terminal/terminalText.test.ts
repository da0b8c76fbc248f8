import { expect, test } from 'vitest';
import { terminalText } from '../../../src/terminal/terminalText';

test.each([
  ['a title of the window', '\u001B]0;root\u0007', '\\u001b]0;root\\u0007'],
  ['a colour in one byte', 'a\u009B31mb', 'a\\u009b31mb'],
  ['a line that is written over', 'safe\rrm -rf', 'safe\\u000drm -rf'],
  ['letters that are taken back', 'ab\b\u007F', 'ab\\u0008\\u007f'],
  ['another order', '\u202Eabc\u202C \u2066x\u2069', '\\u202eabc\\u202c \\u2066x\\u2069'],
  ['letters that are not seen', 'a\u{E0041}', 'a\\udb40\\udc41'],
  ['other lines', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
])('%s does nothing', (_name, text, seen) => {
  expect(terminalText(text)).toBe(seen);
});

test('lines, tabs and what people write stay', () => {
  const text = 'a\tb\nçé 漢字 👩‍🚒 ❤️ می‌خواهم';
  expect(terminalText(text)).toBe(text);
  expect(terminalText('a\r\nb')).toBe('a\nb');
});

/** The code units from one to another. */
function units(first: number, last = first): number[] {
  return Array.from({ length: last - first + 1 }, (_unit, at) => first + at);
}

test('every control of C0 and C1 and of the reading direction is an escape, in JSON, too', () => {
  const codes = [
    ...units(0x00, 0x08),
    ...units(0x0b, 0x1f),
    ...units(0x7f, 0x9f),
    ...[0x061c, 0x200e, 0x200f].flatMap((code) => units(code)),
    ...units(0x202a, 0x202e),
    ...units(0x2066, 0x2069),
  ];
  for (const code of codes) {
    const text = String.fromCharCode(code);
    expect(terminalText(text)).toBe(`\\u${code.toString(16).padStart(4, '0')}`);
    const json = terminalText(JSON.stringify({ text }));
    expect(json).not.toContain(text);
    expect(JSON.parse(json)).toEqual({ text });
  }
});

test('JSON is the same value still', () => {
  const value = { 'k\u009B': ['\u202E', '\u001B[31m', '\u{E0041}', 'plain\n'] };
  expect(JSON.parse(terminalText(JSON.stringify(value, undefined, 2)))).toEqual(value);
});
