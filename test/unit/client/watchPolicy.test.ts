import { expect, test } from 'vitest';
import type { ServerState, StartStep } from '../../../src/ipc/state';
import { WatchPolicy, type WatchDecision } from '../../../src/client/watchPolicy';

const running: ServerState = { kind: 'running', since: 0 };
const error = { code: 'exited' };
const starting = (step: StartStep): ServerState => ({ kind: 'starting', attempt: 1, step });

/** Decides on changes at these seconds, one after the other. */
function decide(
  changes: readonly (number | readonly [number, ServerState])[],
): readonly WatchDecision[] {
  let policy = new WatchPolicy();
  return changes.map((change) => {
    const [second, state] = typeof change === 'number' ? [change, running] : change;
    const result = policy.changed(state, second * 1_000);
    policy = result.policy;
    return result.decision;
  });
}

const five = [0, 6, 12, 18, 24];
const restarts = five.map(() => 'restart');

test.each<readonly [string, ServerState, WatchDecision]>([
  ['that runs', running, 'restart'],
  ['that has problems', { kind: 'degraded', since: 0, what: error }, 'restart'],
  ['that failed', { kind: 'failed', error }, 'restart'],
  ['that waits for its retry', { kind: 'backingOff', attempt: 2, retryAt: 9, error }, 'restart'],
  ['that waits for a value', { kind: 'blocked', need: 'input', reason: error }, 'restart'],
  ['whose process may have read it', starting('launching'), 'later'],
  ['that reads its lists', starting('listing'), 'later'],
  ['that waits for its turn', starting('queued'), 'ignore'],
  ['that reads its variables', starting('resolving'), 'ignore'],
  ['on its way down', { kind: 'stopping' }, 'ignore'],
  ['that nobody wants', { kind: 'idle', cached: true }, 'ignore'],
  ['that is disabled', { kind: 'disabled', reason: error }, 'ignore'],
])('a server %s: a changed file', (_name, state, decision) => {
  expect(decide([[0, state]])).toEqual([decision]);
});

test.each<StartStep>(['queued', 'resolving', 'launching'])(
  'what a launch reads may have been read before it is %s',
  (step) => {
    expect(new WatchPolicy().changed(starting(step), 0, true).decision).toBe('later');
  },
);

test('the sixth restart within half a minute is told about and not done', () => {
  expect(decide([...five, 29.9])).toEqual([...restarts, 'pause']);
});

test('what is half a minute ago does not count', () => {
  expect(decide([...five, 30])).toEqual([...restarts, 'restart']);
  expect(decide([0, 10, 20, 30, 40, 50, 60, 70])).not.toContain('pause');
});

test('changes that restart nothing do not count', () => {
  const changes = [0, 1, 2, 3].map((second) => [second, starting('launching')] as const);
  expect(decide([...changes, 4, 5, 6, 7, 8])).toEqual([...changes.map(() => 'later'), ...restarts]);
});

test('the pause ends with the first change after a quiet minute', () => {
  const loud = [29, 60, 119.9, 179.8];
  expect(decide([...five, ...loud, 239.8, 240])).toEqual([
    ...restarts,
    'pause',
    'ignore',
    'ignore',
    'ignore',
    'restart',
    'restart',
  ]);
});
