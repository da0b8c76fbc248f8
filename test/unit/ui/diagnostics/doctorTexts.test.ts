import { expect, test } from 'vitest';
import { adviceTexts, checkLines } from '../../../../src/ui/diagnostics/doctorTexts';

const failed = { outcome: 'failed', ms: 3 } as const;
const refused = { code: 'connectionRefused', args: { host: 'a', port: 1 } };

test('lines for a terminal are aligned', () => {
  expect(
    checkLines([
      {
        check: 'name',
        outcome: 'ok',
        ms: 1,
        reason: { code: 'nameKnown', args: { host: 'a', addresses: ['b', 'c'] } },
      },
      { check: 'connection', ...failed, reason: refused },
      { check: 'tls', outcome: 'skipped', ms: 0, reason: { code: 'checkSkipped' } },
    ]),
  ).toEqual([
    'ok   Host name   a is b, c. (1 ms)',
    'FAIL Connection  Nothing listens at a, port 1. (3 ms)',
    'skip TLS         Not looked at, because a check before it failed.',
  ]);
});

test('the cause is what a person does something about', () => {
  const start = {
    check: 'start',
    ...failed,
    reason: { code: 'unreachable', args: { url: 'x' } },
  } as const;
  const connection = { check: 'connection', ...failed, reason: refused } as const;
  expect(adviceTexts('Read it.', [connection, start])).toEqual([
    'Start the server, or correct the port.',
  ]);
  expect(adviceTexts('Read it.', [start])).toEqual(['Read it.']);
  expect(adviceTexts(undefined, [])).toEqual([]);
});
