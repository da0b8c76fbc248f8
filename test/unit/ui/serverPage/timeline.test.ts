import { expect, test } from 'vitest';
import type { StateHappening } from '../../../../src/ui/serverPage/pageMessages';
import {
  shorterPeriods,
  statesOf,
  timelineOf,
  usualPeriod,
} from '../../../../src/ui/serverPage/timeline';

const minute = 60_000;

function state(
  at: number,
  kind: StateHappening['state'],
  end?: StateHappening['end'],
): StateHappening {
  return { kind: 'state', at, state: kind, title: kind, end };
}

const states = [
  state(0, 'starting'),
  state(minute, 'running'),
  state(5 * minute, 'backingOff', 'failed'),
  state(6 * minute, 'starting'),
  state(6 * minute, 'running'),
];

test('all of it: the spans follow one another and fill the axis', () => {
  const { from, to, spans, ends, up } = timelineOf(states, 10 * minute);
  expect([from, to]).toEqual([0, 10 * minute]);
  expect(spans.map(({ left, width }) => [left, width])).toEqual([
    [0, 0.1],
    [0.1, 0.4],
    [0.5, 0.1],
    [0.6, 0],
    [0.6, 0.4],
  ]);
  expect(spans.map(({ isOver }) => isOver)).toEqual([true, true, true, true, false]);
  expect(ends.map(({ happening }) => happening.at)).toEqual([5 * minute]);
  expect(up).toBeCloseTo(0.8);
});

test('a period begins within the state of that time, whose length stays whole', () => {
  const { from, spans, ends } = timelineOf(states, 10 * minute, 7 * minute);
  expect(from).toBe(3 * minute);
  expect(spans[0]).toMatchObject({ left: 0, took: 4 * minute });
  expect(spans[0]?.width).toBeCloseTo(2 / 7);
  expect(ends).toHaveLength(1);
  expect(timelineOf(states, 30 * minute, 10 * minute)).toMatchObject({ ends: [], up: 1 });
});

test('the usual period is the shortest in which something changed', () => {
  expect(shorterPeriods(states, 10 * minute)).toEqual([]);
  expect(usualPeriod(states, 10 * minute)).toBeUndefined();
  expect(shorterPeriods(states, 200 * minute)).toEqual([10 * minute, 60 * minute]);
  expect(usualPeriod(states, 15 * minute)).toBe(10 * minute);
  expect(usualPeriod(states, 200 * minute)).toBeUndefined();
});

test('other events are no states, and a clock that went back makes no negative span', () => {
  const event = { kind: 'event', at: 1, level: 'info', text: 'tools changed' } as const;
  expect(statesOf([event, ...states])).toEqual(states);
  const { spans } = timelineOf([state(100, 'starting'), state(90, 'running')], 80);
  expect(spans.every(({ width }) => width >= 0)).toBe(true);
  expect(timelineOf([], 80).spans).toEqual([]);
});
