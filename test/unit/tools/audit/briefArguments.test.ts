import { expect, test } from 'vitest';
import { redactor } from '../../../../src/base/redact';
import { briefArguments, maskedMessage } from '../../../../src/tools/audit/briefArguments';
import { processorTime } from '../../../support/processorTime';

const plain = (text: string): string => text;
const issued = `ghp_${'a1B2c3D4'.repeat(5)}`;

test('arguments are kept as they are', () => {
  const given = { path: '/tmp/a "b"', count: 2, nothing: null, list: [true, { x: 'ü' }] };
  expect(briefArguments(given, plain)).toEqual({ text: JSON.stringify(given), secrets: [] });
});

test.each([
  [{ password: 'hunter2x' }, { password: '•••' }],
  [
    { pin: { secret: { inner: ['abc', 7, true] } } },
    { pin: { secret: { inner: ['•••', '•••', true] } } },
  ],
  [{ header: `Bearer ${issued}` }, { header: 'Bearer •••' }],
  [{ command: `curl -H "X: ${issued}" http://x` }, { command: 'curl -H "X: •••" http://x' }],
  [{ env: `GITHUB_TOKEN=${issued} npm i` }, { env: 'GITHUB_TOKEN=••• npm i' }],
  [{ note: `use ${issued}.` }, { note: 'use •••.' }],
  [{ note: `see x=${issued}, then` }, { note: 'see x=•••, then' }],
  [
    { note: 'GET https://x.example/a?token=s3cr3t&page=2 now' },
    { note: 'GET https://x.example/a?token=•••&page=2 now' },
  ],
  [
    { note: 'curl -H "Authorization: Bearer s3cr3t" -d "a: b"' },
    { note: 'curl -H "Authorization: Bearer •••" -d "a: b"' },
  ],
  [{ note: 'say bearer s3cr3t-b0th here' }, { note: 'say bearer ••• here' }],
  [{ note: 'psql postgres://shop:hunter2@db/x' }, { note: 'psql postgres://shop:•••@db/x' }],
  [
    { note: 'a\n-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\nb' },
    { note: 'a\n•••\nb' },
  ],
  [
    { note: 'PRIVATE_KEY=-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----' },
    { note: 'PRIVATE_KEY=•••' },
  ],
  [{ body: '{"password":"my hunter 2","n":1}' }, { body: '{"password":"•••","n":1}' }],
  [{ note: 'login --password hunter2 --user me' }, { note: 'login --password ••• --user me' }],
  [{ args: ['--password', 'hunter2', '-v'] }, { args: ['--password', '•••', '-v'] }],
  [{ url: 'https://u:p4ssw0rd@x.example/' }, { url: 'https://u:•••@x.example/' }],
])('what looks like a secret is masked: %j', (given, kept) => {
  expect(JSON.parse(briefArguments(given, plain).text)).toEqual(kept);
});

const long = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6';

// Each form of an issuer, since a text is searched for all of them at once.
test.each([
  `gho_${long}`,
  `github_pat_${long}`,
  `glpat-${long}`,
  `sk-${long}`,
  `pk_live_${long}`,
  `xoxb-${long}`,
  `xapp-${long}`,
  'AKIAQWERTYUIOPASDFGH',
  'ASIAQWERTYUIOPASDFGH',
  `AIza${long}`,
  `ya29.${long}`,
  `npm_${long}`,
  `pypi-${long}`,
  `hf_${long}`,
  `lin_api_${long}`,
  `tvly-${long}`,
  `ATATT3${long}`,
  `SG.${long}.${long}`,
  `eyJ${long}.${long}.${long}`,
])('a token of an issuer is masked in a text: %s', (token) => {
  const note = (secret: string) => `use ${secret}, or x=${secret}; not (${secret})`;
  expect(JSON.parse(briefArguments({ note: note(token) }, plain).text)).toEqual({
    note: note('•••'),
  });
});

test.each([
  'Basic arithmetic: how many tokens: 12?',
  'let key = rows[0]; x := y; time 10:30',
  'https://x.example/a?page=2#part',
  'git log --author me --oneline',
])('a text that holds none stays as it is: %s', (note) => {
  expect(JSON.parse(briefArguments({ q: note }, plain).text)).toEqual({ q: note });
});

test('the token of a progress is no secret', () => {
  const message = '{"_meta":{"progressToken":"4f1c2a88-0b7e-4c3e"}}';
  expect(maskedMessage(message)).toBe(message);
});

test('what was masked is told, and long texts take no longer for it', () => {
  const { secrets } = briefArguments({ password: 'hunter2x', pin: { secret: 1234 } }, plain);
  expect(secrets).toEqual(['hunter2x', '1234']);
  const taken = processorTime();
  for (const part of [
    'a.',
    '://u:',
    '-----BEGIN KEY',
    'a ',
    '"',
    '--a ',
    'Bearer ',
    '=',
    'a=',
    '.',
  ])
    briefArguments({ text: part.repeat(100_000) }, plain);
  expect(taken()).toBeLessThan(500);
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
  const looked: number[] = [];
  const { text, isCut } = briefArguments({ text: 'a'.repeat(50_000_000), far }, (some) => {
    looked.push(some.length);
    return some;
  });
  expect([text.length, isCut, read]).toEqual([2_000, true, []]);
  expect(Math.max(...looked)).toBeLessThan(5_000);
});

test('a masked message keeps the digits of its numbers', () => {
  const message = (pin: string): string =>
    `{"id":12345678901234567890,"list":[1e400,1.0,-0,"1e400 \\"1.0"],"code":1234567890123456789,"pin":{"secret":${pin}}}`;
  expect(maskedMessage(message('98765432109876543210'))).toBe(message('"•••"'));
});
