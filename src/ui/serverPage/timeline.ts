import type { Happening, StateHappening } from './pageMessages';

/** A state on the time axis; left and width are shares of the axis. */
export interface TimelineSpan {
  readonly happening: StateHappening;
  /** Milliseconds that it lasted, or so far. */
  readonly took: number;
  readonly isOver: boolean;
  readonly left: number;
  readonly width: number;
}

/** The states of a server in a period. */
export interface Timeline {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** The states that were shown in the period, oldest first. */
  readonly spans: readonly TimelineSpan[];
  /** The spans that begin in the period with the end of a run or of a start. */
  readonly ends: readonly TimelineSpan[];
  /** The share of the period in which it was up. */
  readonly up: number;
}

/** Periods that can be chosen beside all, in milliseconds. */
export const periods = [600_000, 3_600_000, 86_400_000] as const;

/** The periods that show less than all. */
export function shorterPeriods(states: readonly StateHappening[], now: number): readonly number[] {
  const whole = now - (states[0]?.at ?? now);
  return periods.filter((period) => period < whole);
}

/** The shortest period in which something changed; `undefined`: all. */
export function usualPeriod(states: readonly StateHappening[], now: number): number | undefined {
  const since = now - (states.at(-1)?.at ?? now);
  return shorterPeriods(states, now).find((period) => period > since);
}

/** The states without the other events, oldest first. */
export function statesOf(happenings: readonly Happening[]): readonly StateHappening[] {
  return happenings.filter((one) => one.kind === 'state');
}

/** The states on one axis that ends now; without a `period` it begins with the first state. */
export function timelineOf(
  states: readonly StateHappening[],
  now: number,
  period?: number,
): Timeline {
  const first = states[0]?.at ?? now;
  const from = period === undefined ? first : Math.max(first, now - period);
  const whole = Math.max(1, now - from);
  const spans = states.flatMap((happening, index): TimelineSpan[] => {
    const next = states[index + 1]?.at;
    const end = Math.max(happening.at, next ?? now);
    if (end < from) return [];
    const start = Math.max(from, happening.at);
    return [
      {
        happening,
        took: end - happening.at,
        isOver: next !== undefined,
        left: (start - from) / whole,
        width: (end - start) / whole,
      },
    ];
  });
  const upSpans = spans.filter(({ happening: { state } }) => isUpKind(state));
  return {
    from,
    to: now,
    spans,
    ends: spans.filter(({ happening: { at, end } }) => end !== undefined && at >= from),
    up: upSpans.reduce((sum, { width }) => sum + width, 0),
  };
}

function isUpKind(kind: StateHappening['state']): boolean {
  return kind === 'running' || kind === 'degraded';
}
