import { expect, test } from 'vitest';
import { escapeDeceptiveLines } from '../../../../src/ui/text/untrustedText';

test('line breaks and indentation stay, what deceives does not', () => {
  const text = '{\n            "a": "b\u202Ec",\n  "d": "x\u2028y\rz"\n}';
  expect(escapeDeceptiveLines(text)).toBe(
    '{\n            "a": "b\\u{202e}c",\n  "d": "x\\u{2028}y\\u{d}z"\n}',
  );
});
