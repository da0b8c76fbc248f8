import { expect, test } from 'vitest';
import { logText } from '../../../src/connection/logEntries';
import { ServerLog } from '../../../src/servers/serverLog';

const secret = 's3cret-0123456789';
const longest = 2_000;

test('a text is cut only where its secrets are masked already', () => {
  const log = new ServerLog([secret]);
  const text = `${'x'.repeat(longest - 5)}${secret} and more`;
  const expected = `${'x'.repeat(longest - 5)}••• a`;
  log.add({ level: 'info', text });
  expect(log.entries().map((entry) => entry.text)).toEqual([expected]);
  const reason = { code: 'exited', args: { said: text, output: [text], exit: 1 } };
  expect(log.clean(reason).args).toEqual({ said: expected, output: [expected], exit: 1 });
  log.dispose();
});

test('a secret that a server repeats in its name is masked in the note that it is up', () => {
  const log = new ServerLog([secret]);
  log.note('info', { code: 'serverReady', args: { name: `till ${secret}` } });
  expect(JSON.stringify(log.entries())).not.toContain(secret);
  log.dispose();
});

test.each([
  ['is longer than what is looked at', (one: string) => one.repeat(500)],
  ['is cut behind many others', (one: string) => one],
])('of a secret that %s nothing is kept', (_, secretOf) => {
  const long = secretOf('s3cret-0123456789-0123456789-0123456789');
  const log = new ServerLog([long]);
  log.add({ level: 'info', text: logText(' '.repeat(17) + `${long} `.repeat(500)) });
  expect(log.entries()[0]?.text.replaceAll(/[• ]/g, '')).toBe('');
  log.dispose();
});

test('half of a secret that is known later is masked where a kept text was cut', () => {
  const log = new ServerLog([]);
  log.add({ level: 'info', text: `${'x'.repeat(longest - 9)}${secret} and more` });
  log.add({ level: 'info', text: `it begins with ${secret.slice(0, 9)}` });
  log.hide([secret]);
  expect(log.entries().map(({ text }) => text)).toEqual([
    `${'x'.repeat(longest - 9)}•••`,
    `it begins with ${secret.slice(0, 9)}`,
  ]);
  log.dispose();
});
