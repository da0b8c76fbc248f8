import { expect, test } from 'vitest';
import { defaultRestartLimits, RestartPolicy } from '../../../src/base/restartPolicy';

const fresh = new RestartPolicy(defaultRestartLimits);

function crashes(times: readonly number[]): RestartPolicy {
  return times.reduce((policy, time) => policy.crashed(time, 0), fresh);
}

test('waits twice as long after every crash', () => {
  const delays = [1, 2, 3, 4].map((count) => {
    const decision = crashes(Array.from({ length: count }, (_, index) => index)).decide(0.5);
    return decision.kind === 'retry' ? decision.delay : decision.kind;
  });
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000]);
});

test('spreads the delay by a fifth to both sides', () => {
  const policy = crashes([0]);
  expect([policy.decide(0), policy.decide(0.999)]).toEqual([
    { kind: 'retry', attempt: 2, delay: 800 },
    { kind: 'retry', attempt: 2, delay: 1_200 },
  ]);
});

test('gives up at the fifth crash within three minutes', () => {
  expect(crashes([0, 1, 2, 3, 4]).decide(0)).toEqual({ kind: 'giveUp', crashes: 5 });
});

test('forgets crashes older than three minutes', () => {
  expect(crashes([0, 1, 2, 3, 200_000]).decide(0.5)).toMatchObject({ kind: 'retry', attempt: 2 });
});

test('starts anew after a stable minute', () => {
  const policy = crashes([0, 1, 2, 3]).crashed(70_000, 60_000);
  expect(policy.decide(0.5)).toEqual({ kind: 'retry', attempt: 2, delay: 1_000 });
});

test('never waits longer than the cap', () => {
  const many = new RestartPolicy({ ...defaultRestartLimits, maxCrashes: 99 });
  const policy = Array.from({ length: 20 }).reduce<RestartPolicy>((p) => p.crashed(1, 0), many);
  expect(policy.decide(0.5)).toMatchObject({ delay: 30_000 });
});

test('judges the same crashes by other figures', () => {
  const two = crashes([0, 1]);
  expect(two.under({ ...defaultRestartLimits, maxCrashes: 2 }).exhausted).toBe(true);
  const none = { ...defaultRestartLimits, maxCrashes: 0 };
  expect(two.under(none).decide(0)).toEqual({ kind: 'giveUp', crashes: 2 });
  expect(new RestartPolicy(none).exhausted).toBe(false);
});

test('tries again beyond the last crash where it is asked to', () => {
  const policy = crashes([0, 1, 2, 3, 4, 5, 6]);
  expect(policy.exhausted).toBe(true);
  expect(policy.retry(0.5)).toEqual({ kind: 'retry', attempt: 8, delay: 30_000 });
});

test('forgets crashes with a stable run that ended otherwise, and with no shorter one', () => {
  const policy = crashes([0, 1, 2, 3]);
  expect(policy.ran(60_000).crashed(4, 0).decide(0.5)).toMatchObject({ attempt: 2 });
  expect(policy.ran(59_999).crashed(4, 0).decide(0.5)).toEqual({ kind: 'giveUp', crashes: 5 });
});

test('restarts for ever what always crashes after a stable minute', () => {
  let policy = fresh;
  for (let minute = 1; minute <= 100; minute++) policy = policy.crashed(minute * 61_000, 61_000);
  expect(policy.decide(0.5)).toEqual({ kind: 'retry', attempt: 2, delay: 1_000 });
});
