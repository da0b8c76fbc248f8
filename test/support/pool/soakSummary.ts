import type { Reading } from './hostGauge';
import type { SoakPlan, SoakResult } from './soak';

/** A soak in one line. */
export function soakSummary({ seed, minutes }: SoakPlan, result: SoakResult): string {
  const { gauge, before, after, left } = result;
  const { faults, tally, persons } = result.turmoil;
  const total = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const grows = (of: (reading: Reading) => number): string => `${gauge.slope(of).toFixed(1)} MB/h`;
  const quarters = (of: (reading: Reading) => number): string =>
    gauge
      .quarters()
      .map((reading) => of(reading).toFixed(1))
      .join(' ');
  const parts = [
    `soak seed ${seed}, ${minutes} min: ${total} faults (${counted(faults)})`,
    `${tally.answered} calls answered, ${tally.cancelled} cancelled, ${tally.failed} failed (${counted(tally.failures)})`,
    `longest ${seconds(tally.longest)}, settled after ${seconds(result.settled)}, ${persons} by a person`,
    `live memory in MB at each quarter ${quarters(({ live }) => live)}, slope ${grows(({ live }) => live)}`,
    `resident ${quarters(({ resident }) => resident)}, slope ${grows(({ resident }) => resident)}`,
    `descriptors ${before.descriptors} → ${after.descriptors}, resources ${named(before.resources)} → ${named(after.resources)}`,
    `left ${left.processes.length} processes, ${left.ledgers.length} ledgers`,
  ];
  return parts.join('; ');
}

function named(resources: Readonly<Record<string, number>>): string {
  return `(${counted(new Map(Object.entries(resources)))})`;
}

function counted(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
