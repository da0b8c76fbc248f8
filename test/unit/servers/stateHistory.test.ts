import { expect, test } from 'vitest';
import { joinedHistory, StateHistory } from '../../../src/servers/stateHistory';
import type { ServerState } from '../../../src/ipc/state';

const starting = { kind: 'starting', attempt: 1, step: 'resolving' } as const;
const exited = { code: 'exited', args: { exit: 3, output: ['no coal'] } };

/** A history with a clock that the test moves. */
function history() {
  const clock = { time: 0 };
  const made = new StateHistory(() => clock.time);
  const at = (time: number, next: ServerState, since?: number): void => {
    clock.time = time;
    made.note(next, since);
  };
  const kinds = () => made.changes.map((change) => [change.at, change.state.kind]);
  return { made, at, kinds };
}

test('begins with the first start, and the steps of a start are one change', () => {
  const { at, kinds } = history();
  at(5, { kind: 'idle', cached: true });
  expect(kinds()).toEqual([]);
  at(10, starting);
  at(20, { ...starting, step: 'listing' });
  at(30, { kind: 'running', since: 30 });
  at(40, { kind: 'degraded', since: 30, what: { code: 'silent' } });
  at(50, { kind: 'running', since: 30 });
  expect(kinds()).toEqual([
    [10, 'starting'],
    [30, 'running'],
    [40, 'degraded'],
    [50, 'running'],
  ]);
});

test('keeps the reason of an end, and not the output that the log has', () => {
  const { made, at } = history();
  at(10, starting);
  at(20, { kind: 'failed', error: { code: 'crashLoop', args: { count: 5 }, cause: exited } });
  expect(made.changes.at(-1)?.state).toEqual({
    kind: 'failed',
    error: { code: 'crashLoop', args: { count: 5 }, cause: { code: 'exited', args: { exit: 3 } } },
  });
});

test('a process that was up before its window looked for it was not started by that', () => {
  const { at, kinds } = history();
  at(100, starting);
  at(110, { kind: 'running', since: 40 }, 40);
  expect(kinds()).toEqual([[40, 'running']]);
  at(120, { kind: 'failed', error: exited }, 120);
  at(130, starting);
  // It was given up, and stays so.
  at(140, { kind: 'failed', error: exited }, 120);
  expect(kinds()).toEqual([
    [40, 'running'],
    [120, 'failed'],
  ]);
  at(150, { ...starting, attempt: 2 }, 150);
  expect(kinds().at(-1)).toEqual([150, 'starting']);
});

test('only the last changes are kept', () => {
  const { made, at } = history();
  for (let time = 1; time <= 300; time++) at(time, { ...starting, attempt: time });
  expect(made.changes).toHaveLength(200);
  expect(made.changes[0]?.at).toBe(101);
});

test('a new handle has what the supervisor knows from before', () => {
  const idle = (at: number) => ({ at, state: { kind: 'idle', cached: false } as const });
  const joined = joinedHistory([idle(1), idle(5), idle(9)], [idle(5), idle(8)]);
  expect(joined.map(({ at }) => at)).toEqual([1, 5, 8]);
  expect(joinedHistory([idle(1)], [])).toEqual([]);
});
