import { appendFileSync } from 'node:fs';

/** Figures of one case, of several subjects side by side. `scripts/benchTables.mjs` reads them. */
export interface Measure {
  /** Heading of its table. */
  readonly part: string;
  /** Row of the table, such as "stdio, 64 bytes, one at a time". */
  readonly name: string;
  readonly unit: 'µs' | 'ms' | 'calls/s' | 'KB' | 'MB' | '%';
  /** By subject, in the order of the columns; one figure per round, and figures of the same round at the same index. */
  readonly figures: Readonly<Record<string, readonly number[]>>;
}

/** Middle of some figures. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Figure that a share from 0 to 1 of some figures is below. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** Prints a measure, each subject with its ratio to the first, and keeps it for the table of the whole run. */
export function report(measure: Measure): void {
  const { part, name, unit, figures } = measure;
  const all = Object.entries(figures);
  const first = median(all[0]?.[1] ?? []);
  const cells = all.map(([subject, values], index) => {
    const figure = median(values);
    const ratio = index === 0 ? '' : ` (${(figure / first).toFixed(2)})`;
    return `${subject} ${Number(figure.toPrecision(3))}${ratio}`;
  });
  console.log(`${part}, ${name} [${unit}]: ${cells.join(' · ')}`);
  const file = process.env['ROUNDHOUSE_BENCH_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(measure)}\n`);
}

/** Collects the figures of subjects that take turns, round by round. */
export class Rounds {
  readonly #figures: Readonly<Record<string, number[]>>;

  constructor(subjects: readonly string[]) {
    this.#figures = Object.fromEntries(subjects.map((subject) => [subject, []]));
  }

  add(subject: string, figure: number): void {
    this.#figures[subject]?.push(figure);
  }

  report(measure: Omit<Measure, 'figures'>): void {
    report({ ...measure, figures: this.#figures });
  }
}
