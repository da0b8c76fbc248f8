import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerState } from '../../../src/ipc/state';
import { ServerLog } from '../../../src/servers/serverLog';
import { endWhenIdle, longestOf } from '../../../src/servers/idleShutdown';

const minute = 60_000;

/** What the idle shutdown sees of a server that came up just now and was not called yet. */
function watch(minutes: number | undefined) {
  const now = Date.now();
  const state = signal<ServerState>({ kind: 'running', since: now });
  const idleSince = signal<number | undefined>(now);
  const agreed = signal(minutes);
  const isWatched = signal(false);
  const log = new ServerLog([]);
  let ended = 0;
  const stop = async (): Promise<void> => {
    ended += 1;
    state.value = { kind: 'idle', cached: true };
  };
  const watching = endWhenIdle({ state, log, stop, calls: { idleSince } }, agreed, isWatched);
  return { state, idleSince, agreed, isWatched, log, watching, ended: () => ended };
}

const pass = (minutes: number): unknown => vi.advanceTimersByTime(minutes * minute);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the end of a server that nobody uses', () => {
  test('comes as long after the last call as was agreed, and is noted', () => {
    const { idleSince, log, ended } = watch(10);
    pass(9);
    idleSince.value = undefined;
    pass(60);
    expect(ended()).toBe(0);
    idleSince.value = Date.now();
    pass(9.9);
    expect(ended()).toBe(0);
    pass(0.2);
    expect(ended()).toBe(1);
    expect(log.entries().map(({ reason }) => reason)).toEqual([
      { code: 'idleShutdown', args: { minutes: 10 } },
    ]);
    pass(60);
    expect(ended()).toBe(1);
  });

  test('comes as long after its start where it was not called', () => {
    const { state, ended } = watch(10);
    pass(9);
    state.value = { kind: 'starting', attempt: 1, step: 'launching' };
    pass(60);
    expect(ended()).toBe(0);
    state.value = { kind: 'running', since: Date.now() };
    pass(9.9);
    expect(ended()).toBe(0);
    pass(0.2);
    expect(ended()).toBe(1);
  });

  test('comes as long after its resources were watched', () => {
    const { isWatched, agreed, ended } = watch(10);
    pass(9);
    isWatched.value = true;
    pass(30);
    agreed.value = 20;
    pass(30);
    expect(ended()).toBe(0);
    isWatched.value = false;
    pass(19.9);
    expect(ended()).toBe(0);
    pass(0.2);
    expect(ended()).toBe(1);
  });

  test('does not come where nobody has said so, or any more', () => {
    const { agreed, watching, ended } = watch(undefined);
    pass(100_000);
    agreed.value = 10;
    agreed.value = undefined;
    pass(100);
    agreed.value = 200_000;
    pass(1);
    watching.dispose();
    pass(300_000);
    expect(ended()).toBe(0);
  });

  test('comes at once where it is overdue when it is agreed on', () => {
    const { agreed, ended } = watch(undefined);
    pass(60);
    agreed.value = 10;
    pass(0.001);
    expect(ended()).toBe(1);
  });

  test.each<[readonly (number | undefined)[], number | undefined]>([
    [[], undefined],
    [[undefined], undefined],
    [[5], 5],
    [[5, 30], 30],
    [[5, undefined, 30], undefined],
  ])('%j agree on %j', (limits, agreed) => {
    expect(longestOf(limits)).toBe(agreed);
  });
});
