import { expect, test } from 'vitest';
import { escapeDeceptiveLines, escapeDeceptiveWords } from '../../../../src/ui/text/untrustedText';

test('line breaks and indentation stay, what deceives does not', () => {
  const text = '{\n            "a": "b\u202Ec",\n  "d": "x\u2028y\rz"\n}';
  expect(escapeDeceptiveLines(text)).toBe(
    '{\n            "a": "b\\u{202e}c",\n  "d": "x\\u{2028}y\\u{d}z"\n}',
  );
  expect(escapeDeceptiveLines('Greets.\r\n\r\nBy name.\u200b')).toBe(
    'Greets.\n\nBy name.\\u{200b}',
  );
});

test('words of several lines stand on one', () => {
  expect(escapeDeceptiveWords(' Greets\r\n  by\tname.\u202E\n')).toBe('Greets by name.\\u{202e}');
});
