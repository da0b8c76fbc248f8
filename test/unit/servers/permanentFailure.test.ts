import { expect, test } from 'vitest';
import type { ReasonArguments } from '../../../src/base/errors';
import { isOutOfReach, isPermanent } from '../../../src/servers/restarts';

type Verdict = 'always' | 'at first' | 'never';

function verdictOf(code: string, args: ReasonArguments): Verdict {
  if (isPermanent({ code, args }, true)) return 'always';
  return isPermanent({ code, args }, false) ? 'at first' : 'never';
}

/** Whether another try is pointless: always, only before the server was up once, or never. */
test.each<[string, ReasonArguments, Verdict]>([
  ['notFound', { command: 'x' }, 'always'],
  ['cwdNotFound', { cwd: '/gone' }, 'always'],
  ['spawnFailed', { cause: 'EACCES' }, 'always'],
  ['spawnFailed', { cause: 'EAGAIN' }, 'never'],
  ['spawnFailed', { cause: 'EMFILE' }, 'never'],
  ['spawnFailed', { cause: 'ETXTBSY' }, 'never'],
  ['invalidUrl', {}, 'always'],
  ['unauthorized', { status: 401 }, 'always'],
  ['timedOut', { seconds: 60 }, 'at first'],
  ['protocolError', {}, 'at first'],
  ['exited', { exit: 0 }, 'at first'],
  ['exited', { exit: 1 }, 'never'],
  ['exited', { exit: 126 }, 'at first'],
  ['exited', { exit: 127 }, 'at first'],
  ['exited', { exit: 9009 }, 'at first'],
  ['exited', { signal: 'SIGKILL' }, 'never'],
  ['httpError', { status: 404 }, 'at first'],
  ['httpError', { status: 429 }, 'never'],
  ['httpError', { status: 500 }, 'never'],
  ['httpError', { status: 503 }, 'never'],
  ['unreachable', { cause: 'ECONNREFUSED' }, 'never'],
  ['sessionLost', {}, 'never'],
  ['hung', { seconds: 20 }, 'never'],
  ['serverError', { code: -32603 }, 'never'],
])('%s %j is permanent %s', (code, args, verdict) => {
  expect(verdictOf(code, args)).toBe(verdict);
});

test.each<[string, ReasonArguments, boolean]>([
  ['unreachable', {}, true],
  ['httpError', { status: 502 }, true],
  ['httpError', { status: 429 }, true],
  ['httpError', { status: 404 }, false],
  ['exited', { exit: 1 }, false],
  ['hung', { seconds: 20 }, false],
])('%s %j is out of reach: %s', (code, args, expected) => {
  expect(isOutOfReach({ code, args })).toBe(expected);
});
