import { readProcesses, type ProcessFacts } from '../../src/processes/processFacts';
import { descendantsOf } from '../../src/processes/termination';
import { Seeded } from '../support/seeded';
import { median, percentile, Rounds } from './report';
import type { ThinClient } from './thinClient';

/** One way to call a tool, ready to be measured. */
export interface Contender {
  readonly name: string;
  call(text: string): Promise<unknown>;
  close(): unknown;
  /** The process behind the caller, whose use of the processor is measured with that of all below it. */
  readonly pid?: number | undefined;
}

/** The tool `echo` of a client. */
export function echoing(name: string, client: ThinClient): Contender {
  return { name, call: (text) => client.call('echo', { text }), close: () => client.close() };
}

/** A quick run measures less of what takes long, for a first impression. */
export const isQuick = process.env['ROUNDHOUSE_BENCH_QUICK'] !== undefined;

/** Bytes of the texts that are sent to and fro. */
export const sizes: readonly number[] = isQuick ? [64, 10_240] : [64, 10_240, 1_000_000];

const rounds = isQuick ? { usual: 3, beforeAndNow: 10 } : { usual: 5, beforeAndNow: 25 };
const inFlight = 64;
/** Calls that are over before a flood ends: the first ones wait for all others, and a rate needs more than one wave. */
const leastCalls = 3 * inFlight;

/** Calls one at a time; fewer of large ones, since each takes as long as many small ones. */
const sequential = (size: number): number => (size < 100_000 ? (isQuick ? 200 : 400) : 20);
/** Milliseconds with many calls under way. Less would leave the runtime too few calls to compile what they take. */
const floodTime = (size: number): number => (size < 100_000 ? (isQuick ? 500 : 1_000) : 2_000);

const random = new Seeded(1);

/**
 * Microseconds for one call of each contender, with nothing else under way. They take turns call by call, so that what
 * the machine does meanwhile meets all of them, and in an order of chance, as each leaves the next something to clear
 * up.
 */
async function latencies(contenders: readonly Contender[], text: string): Promise<number[][]> {
  const times = contenders.map((): number[] => []);
  for (let turn = 0; turn < sequential(text.length); turn++)
    for (const [index, contender] of random.shuffled([...contenders.entries()])) {
      const start = performance.now();
      await contender.call(text);
      times[index]?.push((performance.now() - start) * 1_000);
    }
  return times;
}

/**
 * How many calls are over in a second with many under way, and how many were made in all. The rate counts from the end
 * of the first wave to the end of the time, so that neither what begins nor what is cut off counts.
 */
async function flood(
  contender: Contender,
  text: string,
): Promise<{ readonly calls: number; readonly rate: number }> {
  const end = performance.now() + floodTime(text.length);
  let [calls, from] = [0, 0];
  let rate: number | undefined;
  const worker = async (): Promise<void> => {
    while (rate === undefined) {
      await contender.call(text);
      calls += 1;
      const now = performance.now();
      if (calls === inFlight) from = now;
      if (calls >= leastCalls && now >= end) rate ??= ((calls - inFlight) * 1_000) / (now - from);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { calls, rate: rate ?? Number.NaN };
}

/** Milliseconds of the processor that a process and all below it have had. */
async function processorOf(pid: number): Promise<number> {
  const isFirst = (one: ProcessFacts): boolean => one.pid === pid;
  const all = descendantsOf(await readProcesses(), isFirst, () => true);
  return all.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Calls until the runtime has compiled what a call takes, on both sides. */
async function warmUp(contender: Contender, text: string): Promise<void> {
  for (let turn = 0; turn < (text.length < 100_000 ? 3 : 1); turn++) await flood(contender, text);
}

function sizeName(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${bytes / 1_024} KB` : `${bytes / 1_000_000} MB`;
}

/**
 * Reports how fast calls with so many bytes are. The contenders are interleaved, so that whatever else the machine does
 * meets all of them. One that is named `before` asks for more rounds, since it differs little from the other.
 */
export async function compare(
  part: string,
  title: string,
  size: number,
  contenders: readonly Contender[],
): Promise<void> {
  const text = 'x'.repeat(size);
  for (const contender of contenders) await warmUp(contender, text);
  const names = contenders.map(({ name }) => name);
  const [latency, late, rate] = [new Rounds(names), new Rounds(names), new Rounds(names)];
  const measured = contenders.flatMap(({ name, pid }) => (pid === undefined ? [] : [name]));
  const processor = new Rounds(measured);
  const isClose = names.includes('before');
  for (let round = 0; round < (isClose ? rounds.beforeAndNow : rounds.usual); round++) {
    const times = await latencies(contenders, text);
    for (const [index, name] of names.entries()) {
      const own = times[index] ?? [];
      latency.add(name, median(own));
      late.add(name, percentile(own, 0.95));
    }
    for (const contender of random.shuffled(contenders)) {
      const { pid } = contender;
      const before = pid === undefined ? 0 : await processorOf(pid);
      const made = await flood(contender, text);
      rate.add(contender.name, made.rate);
      if (pid === undefined) continue;
      const spent = (await processorOf(pid)) - before;
      processor.add(contender.name, (spent * 1_000) / made.calls);
    }
  }
  const name = `${title}, ${sizeName(size)}`;
  latency.report({ part, name: `${name}, one at a time`, unit: 'µs' });
  late.report({ part, name: `${name}, 95th percentile`, unit: 'µs' });
  rate.report({ part, name: `${name}, ${inFlight} at once`, unit: 'calls/s' });
  if (measured.length > 0)
    processor.report({ part, name: `${name}, processor behind the client`, unit: 'µs' });
}
