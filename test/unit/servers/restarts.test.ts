import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reason, ReasonArguments } from '../../../src/base/errors';
import { isOutOfReach } from '../../../src/connection/failures';
import { defaultRestartLimits } from '../../../src/base/restartPolicy';
import { Restarts, type StartOptions, isPermanent } from '../../../src/servers/restarts';

const exited: Reason = { code: 'exited', args: { exit: 1 } };
const unreachable: Reason = { code: 'unreachable', args: { cause: 'ECONNREFUSED' } };
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function wanted(
  options: StartOptions = {},
  server?: ConstructorParameters<typeof Restarts>[1],
): Restarts {
  const restarts = new Restarts(defaultRestartLimits, server);
  restarts.want(() => options, true);
  return restarts;
}

/** The kinds of what follows from so many failed starts, each of which takes so long. */
function failing(restarts: Restarts, error: Reason, times: number, takes = 0): string[] {
  return Array.from({ length: times }, () => {
    restarts.launching();
    vi.advanceTimersByTime(takes);
    return restarts.crashed(error, 0).kind;
  });
}

test('gives up at the fifth failure, however long each start took', () => {
  const four = ['retryLater', 'retryLater', 'retryLater', 'retryLater'];
  expect(failing(wanted(), exited, 5)).toEqual([...four, 'fail']);
  const restarts = wanted();
  restarts.launching();
  restarts.up();
  const silent: Reason = { code: 'timedOut', args: { what: 'initialize', seconds: 60 } };
  expect(failing(restarts, silent, 5, minute)).toEqual([...four, 'fail']);
});

test('names what failed last as the cause of the crash loop', () => {
  const restarts = wanted({ maxCrashes: 1 });
  expect(restarts.crashed(exited, 0)).toEqual({
    kind: 'fail',
    error: { code: 'crashLoop', args: { count: 1 }, cause: exited },
  });
  expect(restarts.isExhausted({ maxCrashes: 1 })).toBe(true);
  expect(restarts.isExhausted({})).toBe(false);
});

test('retries nothing where no crash is allowed', () => {
  expect(wanted({ maxCrashes: 0 }).crashed(exited, 0)).toEqual({ kind: 'fail', error: exited });
});

test('waits without end for a server that was up and is out of reach', () => {
  expect(failing(wanted(), unreachable, 5).at(-1)).toBe('fail');
  const restarts = wanted();
  restarts.launching();
  restarts.up();
  expect(new Set(failing(restarts, unreachable, 50))).toEqual(new Set(['retryLater']));
  const next = restarts.crashed(unreachable, 0);
  const delay = next.kind === 'retryLater' ? next.retryAt - Date.now() : 0;
  expect(delay).toBeGreaterThanOrEqual(0.8 * defaultRestartLimits.maxDelay);
  expect(delay).toBeLessThanOrEqual(1.2 * defaultRestartLimits.maxDelay);
});

test('waits without end, too, for a server that was up before it was wanted afresh', () => {
  const restarts = wanted();
  restarts.launching();
  restarts.up();
  restarts.want(() => ({}), true);
  expect(failing(restarts, unreachable, 6).at(-1)).toBe('retryLater');
  const known = wanted({}, { hasRun: true });
  expect(failing(known, unreachable, 6).at(-1)).toBe('retryLater');
  // Its launch may be wrong now.
  const silent: Reason = { code: 'timedOut', args: { what: 'initialize', seconds: 60 } };
  expect(failing(known, silent, 1)).toEqual(['fail']);
});

test.each<[string, Reason]>([
  ['closes connections', { code: 'connectionClosed' }],
  ['says nothing', { code: 'timedOut', args: { what: 'initialize', seconds: 60 } }],
])(
  'waits without end for a remote server whose forwarder %s, and for no local one',
  (_what, error) => {
    const ends = [true, false].map((isRemote) => {
      const restarts = wanted({}, { isRemote });
      restarts.launching();
      restarts.up();
      return failing(restarts, error, 50)[5];
    });
    expect(ends).toEqual(['retryLater', 'fail']);
    // It has run under an earlier host.
    const known = wanted({}, { isRemote: true, hasRun: true });
    expect(failing(known, error, 50).at(-1)).toBe('retryLater');
  },
);

test('gives up a remote server that closes its connection each time after it came up', () => {
  const restarts = wanted({}, { isRemote: true });
  const kinds = [1, 2, 3, 4, 5].map(() => {
    restarts.launching();
    restarts.up();
    return restarts.crashed({ code: 'connectionClosed' }, 1_000).kind;
  });
  expect(kinds).toEqual(['retryLater', 'retryLater', 'retryLater', 'retryLater', 'fail']);
});

test('waits without end for a window that stores credentials, also before the first start', () => {
  const noWindow: Reason = { code: 'signInNoWindow' };
  expect(new Set(failing(wanted(), noWindow, 50))).toEqual(new Set(['retryLater']));
});

test('counts what was out of reach for no crash', () => {
  const restarts = wanted();
  restarts.launching();
  restarts.up();
  failing(restarts, unreachable, 20);
  expect(restarts.isExhausted({})).toBe(false);
  restarts.launching();
  restarts.up();
  expect(restarts.crashed(exited, 1_000).kind).toBe('retryLater');
  expect(failing(restarts, exited, 4).at(-1)).toBe('fail');
});

test.each([
  [7, 7_000],
  [86_400, 300_000],
])('waits at least the %s seconds that a server asks for, within reason', (seconds, expected) => {
  const error = { code: 'httpError', args: { status: 503, seconds } };
  expect(wanted().crashed(error, 0)).toMatchObject({ retryAt: Date.now() + expected });
});

test('takes a lost session up at once, but not twice within a minute', () => {
  const restarts = wanted();
  const lost: Reason = { code: 'sessionLost' };
  expect(restarts.renews(exited, minute)).toBe(false);
  expect(restarts.renews(lost, minute)).toBe(true);
  vi.advanceTimersByTime(minute - 1);
  expect(restarts.renews(lost, minute)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(restarts.renews(lost, minute)).toBe(true);
});

test('forgets earlier crashes with a session that was lost after a stable minute', () => {
  const restarts = wanted();
  failing(restarts, exited, 4);
  restarts.launching();
  restarts.up();
  restarts.renews({ code: 'sessionLost' }, minute);
  expect(failing(restarts, exited, 1)).toEqual(['retryLater']);
});

test('tries again at its time, unless that is taken back', () => {
  const restarts = wanted();
  const retry = vi.fn<() => void>();
  restarts.schedule(Date.now() + 50, retry);
  restarts.schedule(Date.now() + 100, retry);
  vi.advanceTimersByTime(99);
  expect(retry).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(retry).toHaveBeenCalledTimes(1);
  restarts.schedule(Date.now() + 100, retry);
  restarts.cancel();
  vi.advanceTimersByTime(100);
  expect(retry).toHaveBeenCalledTimes(1);
});

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
  ['servesItself', {}, 'always'],
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
  ['proxyUnreachable', { cause: 'ECONNREFUSED' }, true],
  ['proxyRefused', { status: 503 }, true],
  ['proxyRefused', { status: 407 }, false],
  ['signInServerSilent', {}, true],
  ['exited', { exit: 1 }, false],
  ['hung', { seconds: 20 }, false],
])('%s %j is out of reach: %s', (code, args, expected) => {
  expect(isOutOfReach({ code, args })).toBe(expected);
});
