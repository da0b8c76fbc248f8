import { expect, test } from 'vitest';
import { parseMessage } from '../../../src/protocol/parseMessage';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const many = (values: number) => `[${'0,'.repeat(values - 1)}0]`;

test.each([
  ['what is deep', nested(500)],
  ['much in one list', many(100_000)],
  ['much beside each other', `[${Array.from({ length: 20 }, () => nested(400)).join()}]`],
  ['brackets in a string', JSON.stringify({ text: '['.repeat(10_000) })],
  ['commas in a string', JSON.stringify([','.repeat(3_000_000)])],
  ['escaped quotes', JSON.stringify({ 'a"[': '\\"[[[', '\\': ['\\\\', '"'] })],
  ['a string that ends in slashes', JSON.stringify(['\\\\\\', { a: '[' }])],
])('%s is read', (_name, text) => {
  expect(parseMessage(text)).toEqual(JSON.parse(text));
});

test.each([
  ['too deep', nested(501), { levels: 500 }],
  ['too deep, of objects', `${'{"a":'.repeat(501)}1${'}'.repeat(501)}`, { levels: 500 }],
  ['too deep, and without an end', '['.repeat(1_000_000), { levels: 500 }],
  ['too much in one list', many(500_001), { values: 500_000 }],
  ['too many empty objects', `[${'{},'.repeat(250_001)}0]`, { values: 500_000 }],
])('what is %s is not', (_name, text, args) => {
  expect(() => parseMessage(text)).toThrow(
    expect.objectContaining({ code: 'answerTooComplex', args }),
  );
});

test.each(['', '"', '"\\', '{"a', '[1,', 'x', ']]]]'])(
  'what is no JSON (%j) is said to be none',
  (text) => {
    expect(() => parseMessage(text)).toThrow(SyntaxError);
  },
);
