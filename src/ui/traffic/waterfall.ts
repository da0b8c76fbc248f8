import type { TrafficRecord } from '../../ipc/traffic';

/** One request on the time axis. */
export interface WaterfallRow {
  readonly record: TrafficRecord;
  /** The request for which it was sent, where that is known. */
  readonly cause: TrafficRecord | undefined;
  /** Requests that enclose it. */
  readonly depth: number;
  /** Milliseconds after the first request. */
  readonly start: number;
  /** Milliseconds; of an open request until now. */
  readonly took: number;
}

/** Requests on one time axis. */
export interface Waterfall {
  readonly rows: readonly WaterfallRow[];
  /** Milliseconds from the first request to the last end. */
  readonly span: number;
  /** Labels of the axis, in milliseconds. */
  readonly ticks: readonly number[];
}

/** Labels of the axis at most, beside its beginning. */
const mostTicks = 4;
/** Requests that enclose one another at most, because records of a server might go in a circle. */
const deepest = 10;

/** The requests of a turn by their beginning, each directly followed by those that it caused. Notifications have no end. */
export function waterfallOf(records: readonly TrafficRecord[], now: number): Waterfall {
  const requests = records.filter(({ outcome }) => outcome !== 'notification');
  const byNumber = new Map(requests.map((record) => [record.number, record]));
  const inOrder = requests.toSorted((a, b) => a.time - b.time || a.number - b.number);
  const first = inOrder[0]?.time ?? now;
  const caused = new Map<TrafficRecord | undefined, TrafficRecord[]>();
  for (const record of inOrder) {
    const cause = byNumber.get(record.cause ?? -1);
    const others = caused.get(cause);
    if (others) others.push(record);
    else caused.set(cause, [record]);
  }
  const rowsOf = (cause: TrafficRecord | undefined, depth: number): readonly WaterfallRow[] => {
    if (depth > deepest) return [];
    return (caused.get(cause) ?? []).flatMap((record) => {
      const { time, took = now - time } = record;
      const row = { record, cause, depth, start: time - first, took: Math.max(0, took) };
      return [row, ...rowsOf(record, depth + 1)];
    });
  };
  const rows = rowsOf(undefined, 0);
  const span = Math.max(1, ...rows.map(({ start, took }) => start + took));
  return { rows, span, ticks: ticksOf(span) };
}

/** Even steps of 1, 2 or 5 times a power of ten. */
function ticksOf(span: number): readonly number[] {
  const least = span / mostTicks;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
  const count = Math.floor(span / step);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}
