import { expect, test } from 'vitest';
import { redactor } from '../../../src/base/redact';
import { briefArguments } from '../../../src/supervisor/briefArguments';

const plain = (text: string): string => text;
const issued = `ghp_${'a1B2c3D4'.repeat(5)}`;

test('arguments are kept as they are', () => {
  const given = { path: '/tmp/a "b"', count: 2, nothing: null, list: [true, { x: 'ü' }] };
  expect(briefArguments(given, plain)).toEqual({ text: JSON.stringify(given) });
});

test.each([
  [{ password: 'hunter2x' }, { password: '•••' }],
  [
    { pin: { secret: { inner: ['abc', 7, true] } } },
    { pin: { secret: { inner: ['•••', '•••', true] } } },
  ],
  [{ header: `Bearer ${issued}` }, { header: 'Bearer •••' }],
  [{ command: `curl -H "X: ${issued}" http://x` }, { command: 'curl -H "X: •••" http://x' }],
  [{ url: 'https://u:p4ssw0rd@x.example/' }, { url: 'https://u:•••@x.example/' }],
])('what looks like a secret is masked: %j', (given, kept) => {
  expect(JSON.parse(briefArguments(given, plain).text)).toEqual(kept);
});

test('secrets of the launch are masked, also where the cut goes through them', () => {
  const redact = redactor(['s3cret-value']);
  const given = { note: `${'x'.repeat(1_985)}s3cret-value${'y'.repeat(50)}` };
  const { text, isCut } = briefArguments(given, redact);
  expect(isCut).toBe(true);
  expect(text).toHaveLength(2_000);
  expect(text).not.toContain('s3c');
  expect(briefArguments({ note: 'with s3cret-value' }, redact).text).toContain('•••');
});

test('what is beyond the cut is not even read', () => {
  const read: string[] = [];
  const far = {
    get deep() {
      read.push('deep');
      return 'x';
    },
  };
  const given = { text: 'a'.repeat(50_000_000), far };
  const begun = performance.now();
  const { text, isCut } = briefArguments(given, plain);
  expect(performance.now() - begun).toBeLessThan(200);
  expect([text.length, isCut, read]).toEqual([2_000, true, []]);
});
