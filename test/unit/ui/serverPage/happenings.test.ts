import { expect, test } from 'vitest';
import type { Reason } from '../../../../src/base/errors';
import type { LogEntry } from '../../../../src/ipc/contract';
import type { ServerState } from '../../../../src/ipc/state';
import { happeningsOf } from '../../../../src/ui/serverPage/happenings';
import { toPageSchema } from '../../../../src/ui/serverPage/pageMessages';

const starting = { kind: 'starting', attempt: 1, step: 'listing' } as const;
const killed = { code: 'exited', args: { signal: 'SIGKILL' } };
const exited = { code: 'exited', args: { exit: 3 } };
const ready = { code: 'serverReady', args: { name: 'till', version: '1', protocol: '1' } };

function note(time: number, reason: Reason, level: LogEntry['level'] = 'info'): LogEntry {
  return { id: 'till', time, level, text: '', reason };
}

function changes(...states: readonly (readonly [number, ServerState])[]) {
  return states.map(([at, state]) => ({ at, state }));
}

function lines(...args: Parameters<typeof happeningsOf>): string[] {
  return happeningsOf(...args).map((one) =>
    one.kind === 'state'
      ? [one.at, one.title, one.why, one.end].filter(Boolean).join(' | ')
      : `${one.at} ${one.level}: ${one.text}`,
  );
}

test('every restart has its reason with exit code or signal, and the log does not repeat it', () => {
  const history = changes(
    [1_000, starting],
    [2_000, { kind: 'running', since: 2_000 }],
    [5_000, { kind: 'backingOff', attempt: 2, retryAt: 6_000, error: exited }],
    [6_000, { ...starting, attempt: 2 }],
    [7_000, { kind: 'running', since: 7_000 }],
    [8_000, { kind: 'failed', error: killed }],
  );
  const log = [
    { id: 'till', time: 1_500, level: 'info', text: 'its own line' } as const,
    note(2_000, ready),
    note(3_000, { code: 'finishesCalls', args: { calls: 1, seconds: 30 } }),
    note(4_999, exited, 'error'),
    note(8_000, killed, 'error'),
  ];
  expect(lines(history, log)).toEqual([
    '1000 | Starting',
    '2000 | Running',
    expect.stringMatching(/^3000 info: It is about to end/),
    '5000 | Waiting for attempt 2 | The server process ended with exit code 3. | failed',
    '6000 | Starting (attempt 2)',
    '7000 | Running',
    '8000 | Failed | The server process ended by signal SIGKILL. | failed',
  ]);
});

test('an event at the end of a run is its reason, and a stop is one change', () => {
  const history = changes(
    [1_000, { kind: 'running', since: 1_000 }],
    [2_001, { kind: 'stopping' }],
    [2_900, { kind: 'idle', cached: true }],
    [4_000, { kind: 'running', since: 4_000 }],
    [5_000, starting],
  );
  const log = [
    note(2_000, { code: 'idleShutdown', args: { minutes: 5 } }),
    note(2_010, { code: 'serverStopped' }),
    note(5_000, { code: 'sessionLost' }, 'warning'),
  ];
  expect(lines(history, log)).toEqual([
    '1000 | Running',
    '2001 | Stopped | Nobody has used it for 5 minutes, so it ends until it is used again. | wanted',
    '4000 | Running',
    '5000 | Starting | The server forgot the session. | wanted',
  ]);
});

test('a start that waits for a person has not failed, and a stop while it goes on is shown', () => {
  const history = changes(
    [1_000, starting],
    [1_100, { kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } }],
    [2_000, starting],
    [3_000, { kind: 'stopping' }],
  );
  const happenings = happeningsOf(history, []);
  expect(happenings.map((one) => one.kind === 'state' && one.end)).toEqual([
    undefined,
    undefined,
    undefined,
    'wanted',
  ]);
  const message = { kind: 'happened', now: 4_000, happenings };
  expect(toPageSchema.parse(message)).toEqual(message);
});

test('a server that was never started has nothing', () => {
  expect(happeningsOf([], [])).toEqual([]);
});
