import { expect, test } from 'vitest';
import { Redactor, redact, redactor } from '../../../src/base/redact';
import { processorTime } from '../../support/processorTime';

test('redaction masks the longest secret first and leaves very short ones', () => {
  expect(redact('token=abcdef and abcd, on', ['abcd', 'abcdef', 'on'])).toBe(
    'token=••• and •••, on',
  );
});

test.each([
  { name: 'in JSON', text: String.raw`{"key":"a\"b+c"}`, masked: '{"key":"•••"}' },
  {
    name: 'in an address',
    text: 'https://x.test/?key=a%22b%2Bc',
    masked: 'https://x.test/?key=•••',
  },
  { name: 'in base64', text: 'YSJiK2M= is base64', masked: '•••= is base64' },
])('redaction masks a secret $name', ({ text, masked }) => {
  expect(redact(text, ['a"b+c'])).toBe(masked);
});

test.each([
  ['JSON of PHP', String.raw`a\/b c!d\u00e4e<f>'g`],
  ['JSON of Python', String.raw`a/b c!d\u00e4e<f>'g`],
  ['JSON of Go', String.raw`a/b c!däe\u003cf\u003e'g`],
  ['JSON of Gson', String.raw`a/b c!däe\u003cf\u003e\u0027g`],
  ['JSON of .NET', String.raw`a/b c!d\u00E4e\u003Cf\u003E\u0027g`],
  ['encodeURIComponent', "a%2Fb%20c!d%C3%A4e%3Cf%3E'g"],
  ['URLSearchParams', 'a%2Fb+c%21d%C3%A4e%3Cf%3E%27g'],
  ['quote of Python', 'a/b%20c%21d%C3%A4e%3Cf%3E%27g'],
  ['lower-case codes', 'a%2fb%20c%21d%c3%a4e%3cf%3e%27g'],
])('redaction masks a secret as it is in %s', (_library, text) => {
  expect(redact(`x=${text};`, ["a/b c!däe<f>'g"])).toBe('x=•••;');
});

test('redaction of replaced secrets has the last ones, and the lasting ones whatever comes', () => {
  const known = new Redactor(['lasting-0'], Infinity);
  known.add(['lasting-1']);
  for (let at = 0; at < 300; at++) expect(known.add(['client', `token-${at}`], true)).toBe(true);
  expect(known.add(['token-299', 'lasting-1'], true)).toBe(false);
  const text = 'lasting-0 lasting-1 client token-0 token-299';
  expect(known.masked(text)).toBe('••• ••• ••• token-0 •••');
});

test.each(['', 'a', 'ab', 'abc'])(
  'redaction masks a secret in base64 after "%s" and more',
  (before) => {
    const secret = 'p>?s3cret?>w0rd';
    const clean = redactor([secret]);
    const bytes = Buffer.from(`user${before}:${secret}:x`);
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = clean(`Basic ${bytes.toString(encoding)}`);
      expect(text).toMatch(/^Basic [\w]+•••\w+=*$/);
      // At most the bits that the secret shares with what stands beside it.
      expect(text.replaceAll(/^Basic |=*$/g, '').length).toBeLessThan(19);
    }
  },
);

test('redaction takes no short part of a base64 text for a secret', () => {
  const text = Buffer.from('xabcd1y').toString('base64');
  expect(redact(text, ['abcd1'])).toBe(text);
});

test('redaction leaves nothing of secrets that overlap', () => {
  const clean = redactor(['abcdef', 'xabc', 'efgh']);
  expect(clean('1 xabcdefgh 2 xabc abcdefabcdef')).toBe('1 ••• 2 ••• ••••••');
  expect(clean('nothing')).toBe('nothing');
});

test.each(['abcdefgh', 'abcdefg', 'abcd'])(
  'redaction of a text that was cut masks what it has of a secret at its end: %s',
  (half) => {
    const text = `a text with ${half}`;
    const clean = redactor(['abcdefgh'], text.length);
    expect(clean(text)).toBe('a text with •••');
    expect(clean(text.slice(1))).toBe(half === 'abcdefgh' ? ' text with •••' : text.slice(1));
  },
);

test('redaction of a text that was cut leaves what is as short as other words', () => {
  expect(redactor(['abcdefgh'], 4)('it is abc')).toBe('it is abc');
});

test('redaction of what has no secret is much faster than making its redactor anew', () => {
  const secrets = Array.from({ length: 10 }, (_, at) => `s3cret-${at}-${'x'.repeat(30)}`);
  const line = 'a line of a log '.repeat(8);
  const clean = redactor(secrets);
  const timeOf = (run: () => unknown): number => {
    const taken = processorTime();
    for (let count = 0; count < 5_000; count++) run();
    return taken();
  };
  timeOf(() => clean(line));
  expect(timeOf(() => clean(line)) * 4).toBeLessThan(timeOf(() => redact(line, secrets)));
});

test('redaction takes what no address can hold', () => {
  expect(redact('half \u{D800}abc', ['\u{D800}abc'])).toBe('half •••');
});

test('redaction masks the lines of a secret of several, but not its frame', () => {
  const key =
    '-----BEGIN KEY-----\r\nMIIEvQIBADAN\r\n  BgkqhkiG9w0B\r\nAQ==\r\n-----END KEY-----\r\n';
  const clean = redactor([key]);
  expect(clean('> MIIEvQIBADAN <')).toBe('> ••• <');
  expect(clean('BgkqhkiG9w0B')).toBe('•••');
  expect(clean('MIIEvQIBADAN\nBgkqhkiG9w0B')).toBe('•••\n•••');
  expect(clean('-----BEGIN KEY----- AQ==')).toBe('-----BEGIN KEY----- AQ==');
  expect(clean(`[${key}]`)).toBe('[•••]');
});
