import { Seeded } from '../support/seeded';

/** One way to call a tool, ready to be measured. */
export interface Contender {
  readonly name: string;
  call(text: string): Promise<unknown>;
  close(): unknown;
}

const rounds = { usual: 5, beforeAndNow: 25 };
const sequential = 400;
const inFlight = 64;
const flood = 2_048;

/** What was measured of a contender, a figure for each round. */
interface Figures {
  readonly latency: number[];
  readonly rate: number[];
}

const isBefore = ({ name }: Contender): boolean => name === 'before';

/** The middle of some figures. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const random = new Seeded(1);

/**
 * Microseconds for one call of each contender, with nothing else under way. They take turns call by call, so that what
 * the machine does meanwhile meets all of them, and in an order of chance, as each leaves the next something to clear
 * up.
 */
async function latencies(contenders: readonly Contender[], text: string): Promise<number[]> {
  const times = contenders.map((): number[] => []);
  for (let turn = 0; turn < sequential; turn++)
    for (const [index, contender] of random.shuffled([...contenders.entries()])) {
      const start = performance.now();
      await contender.call(text);
      times[index]?.push((performance.now() - start) * 1_000);
    }
  return times.map(median);
}

/** Calls per second with many under way. */
async function throughput(contender: Contender, text: string): Promise<number> {
  let left = flood;
  const start = performance.now();
  const worker = async (): Promise<void> => {
    while (left-- > 0) await contender.call(text);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return (flood * 1_000) / (performance.now() - start);
}

/**
 * Prints how fast calls with so many bytes are, as ratios to the first contender, and where one is named `before`,
 * those of the last to it, round by round. They are interleaved, so that whatever else the machine does meets all of
 * them.
 */
export async function compare(
  title: string,
  size: number,
  contenders: readonly Contender[],
): Promise<void> {
  const text = 'x'.repeat(size);
  await latencies(contenders, text);
  const figures = contenders.map((): Figures => ({ latency: [], rate: [] }));
  const count = contenders.some(isBefore) ? rounds.beforeAndNow : rounds.usual;
  for (let round = 0; round < count; round++) {
    const times = await latencies(contenders, text);
    for (const [index, time] of times.entries()) figures[index]?.latency.push(time);
    for (const [index, contender] of random.shuffled([...contenders.entries()]))
      figures[index]?.rate.push(await throughput(contender, text));
  }
  const rows = contenders.map(({ name }, index) => ({
    name,
    latency: median(figures[index]?.latency ?? []),
    rate: median(figures[index]?.rate ?? []),
  }));
  const floor = rows[0] ?? { latency: Number.NaN, rate: Number.NaN };
  const head = `${title}, ${size} bytes`.padEnd(20);
  console.log(`\n${head}  µs a call   × raw   calls/s (${inFlight} at once)   raw/this`);
  for (const { name, latency: one, rate } of rows) {
    const cells = [
      name.padEnd(20),
      one.toFixed(0).padStart(10),
      (one / floor.latency).toFixed(1).padStart(8),
      rate.toFixed(0).padStart(18),
      (floor.rate / rate).toFixed(1).padStart(16),
    ];
    console.log(cells.join(' '));
  }
  const [now, before] = [figures.at(-1), figures[contenders.findIndex(isBefore)]];
  if (!now || !before) return;
  const ratio = (key: keyof Figures): string =>
    median(now[key].map((one, round) => one / (before[key][round] ?? Number.NaN))).toFixed(3);
  console.log(`of before: latency × ${ratio('latency')}, calls/s × ${ratio('rate')}`);
}
