import { expect, test } from 'vitest';
import { ServerLog } from '../../../src/supervisor/serverLog';

const secret = 's3cret-0123456789';
const longest = 2_000;

test('a text is cut only where its secrets are masked already', () => {
  const log = new ServerLog([secret]);
  const text = `${'x'.repeat(longest - 5)}${secret} and more`;
  const expected = `${'x'.repeat(longest - 5)}••• a`;
  log.add({ level: 'info', text });
  expect(log.entries().map((entry) => entry.text)).toEqual([expected]);
  const reason = { code: 'exited', args: { lastLine: text, output: [text], exit: 1 } };
  expect(log.clean(reason).args).toEqual({ lastLine: expected, output: [expected], exit: 1 });
  log.dispose();
});
