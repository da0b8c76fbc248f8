import { expect } from 'vitest';
import type { LongCall, LongCalls } from './longCalls';

/** A busy machine may be late by so many seconds. */
const late = 2;

/** What must hold for calls of so many seconds. */
export function expectLongCalls({ calls, cancelled, troubles }: LongCalls, seconds: number): void {
  for (const call of calls) {
    const { end, after } = expected(call, seconds);
    expect(call).toMatchObject({ end });
    expect(call.seconds).toBeGreaterThan(after - 0.5);
    expect(call.seconds).toBeLessThan(after + late);
    if (call.tells === 'progress') expect(call.told).toBeGreaterThan(10);
    else expect(call.told).toBe(0);
  }
  // A call at its limit, and two that a person cancels, each by a window and by chat.
  const told = { limit: 2, person: 4 };
  expect(cancelled).toEqual({ stdio: told, http: told });
  expect(troubles).toEqual([]);
}

function expected(
  { tells, limit, isCancelled }: LongCall,
  seconds: number,
): { end: string; after: number } {
  if (isCancelled) return { end: 'cancelled', after: (seconds * 6) / 7 };
  if (tells === 'nothing' && limit === 'strict') {
    return { end: 'timedOut', after: (seconds * 5) / 7 };
  }
  return { end: 'answered', after: seconds };
}
