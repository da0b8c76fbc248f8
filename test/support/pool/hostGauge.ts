import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProcess } from '../readProcess';
import { preloadedRuntime } from './preloadedRuntime';
import { until } from './sharedHost';

/** What a process takes at one time; memory in megabytes. */
export interface Reading {
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  /** Resident. */
  readonly resident: number;
  /** What is in use of the heap, and of the memory outside that belongs to it, after a collection. */
  readonly live: number;
  /** Open files, pipes and sockets. */
  readonly descriptors: number;
  /** Handles, requests and timers that keep the event loop alive, by their kinds. */
  readonly resources: Readonly<Record<string, number>>;
}

interface Answer {
  readonly count: number;
  /** Bytes. */
  readonly memory: number;
  readonly resources: readonly string[];
}

const megabyte = 1024 * 1024;
/** Milliseconds for a busy process to answer. */
const answerPatience = 20_000;

/** Collects garbage and writes down what is left, when it gets a SIGUSR2. */
const answering = `
const fs = require('node:fs');
let count = 0;
process.on('SIGUSR2', () => {
  globalThis.gc();
  count += 1;
  const { heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const file = __dirname + '/reading.json';
  fs.writeFileSync(file + '.next', JSON.stringify({ count, memory: heapUsed + external, resources }));
  fs.renameSync(file + '.next', file);
});`;

/** Measures a Node process from outside, apart from its garbage. */
export class HostGauge {
  readonly readings: Reading[] = [];
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'rh-gauge-'));
  /** The runtime to start the process with. */
  readonly program = preloadedRuntime(this.#folder, answering, '--expose-gc');
  #count = 0;

  /** @throws where the process does not answer. */
  async read(pid: number): Promise<Reading> {
    this.#count += 1;
    process.kill(pid, 'SIGUSR2');
    await until(() => this.#answer()?.count === this.#count, answerPatience, 'the gauge');
    const { memory = Number.NaN, resources = [] } = this.#answer() ?? {};
    const facts = await readProcess(pid);
    const reading = {
      at: performance.now(),
      resident: (facts?.memory ?? Number.NaN) / megabyte,
      live: memory / megabyte,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      resources: countsOf(resources),
    };
    this.readings.push(reading);
    return reading;
  }

  /** By how many megabytes an hour a figure grows, by least squares, but for the first quarter. */
  slope(of: (reading: Reading) => number): number {
    return slopeOf(this.#settled().map((reading) => [reading.at / 3_600_000, of(reading)]));
  }

  /** The readings at the start, at each quarter and at the end. */
  quarters(): Reading[] {
    const last = this.readings.length - 1;
    return [0, 1, 2, 3, 4].flatMap((at) => this.readings[Math.round((at * last) / 4)] ?? []);
  }

  /** How many hours {@link slope} looks at. */
  get hours(): number {
    const settled = this.#settled();
    return ((settled.at(-1)?.at ?? 0) - (settled[0]?.at ?? 0)) / 3_600_000;
  }

  #settled(): readonly Reading[] {
    return this.readings.slice(Math.ceil(this.readings.length / 4));
  }

  #answer(): Answer | undefined {
    const file = path.join(this.#folder, 'reading.json');
    if (!existsSync(file)) return undefined;
    return JSON.parse(readFileSync(file, 'utf8')) as Answer;
  }
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const x = mean(points.map(([at]) => at));
  const y = mean(points.map(([, value]) => value));
  const covariance = mean(points.map(([at, value]) => (at - x) * (value - y)));
  return covariance / mean(points.map(([at]) => (at - x) ** 2));
}
