import { expect, test } from 'vitest';
import {
  escapedInLine,
  escapedInPattern,
  escapeHidden,
  withoutMarkdown,
} from '../../../src/base/escape';

test.each([
  ['[Click](command:evil)', String.raw`\[Click\](command:evil)`, 'Click (command:evil)'],
  ['![x](https://a.b/p.png)', String.raw`!\[x\](https\://a.b/p.png)`, '! x (https //a.b/p.png)'],
  ['<img src=x>', String.raw`\<img src=x>`, 'img src=x>'],
  ['https://a.b and www.a.b', String.raw`https\://a.b and www\.a.b`, 'https //a.b and www a.b'],
  ['WWW.a.b', String.raw`WWW\.a.b`, 'WWW a.b'],
  ['<me@a.b>', String.raw`\<me\@a.b>`, 'me a.b>'],
  ['*all* _of_ ~it~ `now`', String.raw`\*all\* \_of\_ \~it\~ \`now\``, 'all of it now'],
  [String.raw`\[x]`, String.raw`\\\[x\]`, 'x'],
  ['&lt;b&gt;', String.raw`\&lt;b\&gt;`, 'lt;b gt;'],
  ['$(trash) gone', String.raw`\$(trash) gone`, '(trash) gone'],
  // Nothing comes of what is left.
  ['ht*tps:/*/a.b', String.raw`ht\*tps:/\*/a.b`, 'ht tps:/ /a.b'],
  ['$*(x)', String.raw`$\*(x)`, '$ (x)'],
])('%s is shown as it is, or without its marks', (text, escaped, without) => {
  expect(escapedInLine(text)).toBe(escaped);
  expect(withoutMarkdown(text)).toBe(without);
});

test.each([
  'get-sum',
  'read_file',
  'Add numbers (2+2=4)!',
  '@scope/tool',
  'Git: log',
  '1. 50 %',
  'a < b & c > d',
])('%s stays as it is', (text) => {
  expect(escapedInLine(text)).toBe(text);
  expect(withoutMarkdown(text)).toBe(text);
});

test('what is not seen is shown, and lines become one', () => {
  expect(withoutMarkdown(' a\n\n# b\u202Ec ')).toBe(String.raw`a # b\u{202e}c`);
});

test.each([
  ['a family', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
  ['a person with a tone', '\u{1F469}\u{1F3FD}\u200D\u{1F680}'],
  ['a flag of two signs', '\u{1F3F3}\uFE0F\u200D\u{1F308}'],
  ['a coloured sign', '\u2714\uFE0F'],
  ['a keycap', '1\uFE0F\u20E3'],
  ['Persian', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
  ['Sinhala', '\u0DC1\u0DCA\u200D\u0DBB\u0DD3'],
])('what %s needs stays', (_what, text) => {
  expect(escapeHidden(text)).toBe(text);
});

test.each([
  ['a joiner of letters that do not join', 'a\u200Db', 'a\\u{200d}b'],
  ['a joiner of digits', '1\u200D2', '1\\u{200d}2'],
  ['a second joiner', '\u0645\u200C\u200C\u062E', '\u0645\u200C\\u{200c}\u062E'],
  ['a sign that colours nothing', '1\uFE0F', '1\\u{fe0f}'],
])('%s is shown', (_what, text, expected) => {
  expect(escapeHidden(text)).toBe(expected);
});

test('a text as a pattern matches itself and nothing else, with and without Unicode', () => {
  const text = String.raw`a.b*c+d?(e)[f]{g}|h^i$j\k/l-m`;
  for (const flags of ['', 'i', 'giu']) {
    const pattern = new RegExp(`^${escapedInPattern(text)}$`, flags);
    expect(text).toMatch(pattern);
    expect('axb*c+d?(e)[f]{g}|h^i$j\\k/l-m').not.toMatch(new RegExp(pattern.source, flags));
  }
});
