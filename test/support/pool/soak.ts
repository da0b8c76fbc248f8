import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { marksOf, readProcesses } from '../../../src/processes/processFacts';
import { inheriting, runVariable } from '../../faults/census';
import { HostGauge, type Reading } from './hostGauge';
import { SharedHost, until } from './sharedHost';
import { closeServers, soakServers, type SoakServer } from './soakServers';
import { Turmoil, type ServerPool } from './turmoil';

/** How a soak is run. */
export interface SoakPlan {
  readonly seed: number;
  readonly minutes: number;
  /** Milliseconds between two faults, on average. */
  readonly pause: number;
}

/** What was found when it was over. */
export interface SoakResult {
  readonly turmoil: Turmoil;
  readonly gauge: HostGauge;
  /** When every server had answered at first, and when at last. */
  readonly before: Reading;
  readonly after: Reading;
  /** Milliseconds from the last fault until every server ran and answered. */
  readonly settled: number;
  /** Servers that do not run, with their states. */
  readonly notRunning: readonly string[];
  /** Whether the host is the one that it was at the start. */
  readonly sameHost: boolean;
  /** What the host noted. */
  readonly log: string;
  /** Marks of processes that no ledger names although the host runs. */
  readonly strays: readonly string[];
  /** Processes and ledgers after the end of the host. */
  readonly left: { readonly processes: readonly number[]; readonly ledgers: readonly string[] };
}

/** In milliseconds. */
const patience = {
  /** For a pool to be as it should be; lists that failed are read again after a minute at most. */
  settle: 180_000,
  /** For connections that nobody uses to be closed. */
  calm: 15_000,
  /** For what a server left behind to be ended. */
  sweep: 15_000,
};
const longestReadingPause = 15_000;
/** So little that it is full before the first reading: what grows after that is no traffic that is kept. */
const trafficLimits = { records: 20, bytes: 20_000 };

/**
 * Thirty servers on a real host, two windows that use them, and everything that can happen to them for
 * a while; then all must be well. Ends with everything it has started, whatever goes wrong.
 */
export async function soak(plan: SoakPlan): Promise<SoakResult> {
  const run = randomUUID();
  const servers = await soakServers({ [runVariable]: run });
  const gauge = new HostGauge();
  const host = new SharedHost(gauge.program, trafficLimits);
  try {
    const shared = servers.filter((_server, at) => at % 2 === 0);
    const [first, second] = [await host.attach(servers), await host.attach(shared)];
    const pool = { host, servers, shared, first, second };
    const seen = await play(plan, pool, gauge);
    const strays = await straysOf(host, run);
    await host.end();
    await until(() => inheriting(run).length === 0, patience.sweep, 'all to end').catch(ignore);
    const left = { processes: inheriting(run), ledgers: host.ledgers() };
    return { ...seen, strays, left, log: host.log() };
  } finally {
    await host.end().catch(ignore);
    host.remove();
    await closeServers(servers);
    for (const pid of inheriting(run)) process.kill(pid, 'SIGKILL');
  }
}

async function play(
  { seed, minutes, pause }: SoakPlan,
  pool: ServerPool,
  gauge: HostGauge,
): Promise<Omit<SoakResult, 'strays' | 'left' | 'log'>> {
  const { host, servers, first } = pool;
  const { pid } = host;
  const turmoil = new Turmoil(pool, seed);
  await Promise.all(servers.map(({ id }) => first.start(id, false)));
  await settle(pool, turmoil);
  const before = await gauge.read(pid);
  const end = performance.now() + minutes * 60_000;
  await Promise.all([turmoil.run(end, pause), measure(gauge, pid, end)]);
  const calm = performance.now();
  await settle(pool, turmoil);
  const settled = performance.now() - calm;
  const after = await calmReading(gauge, pid, before.descriptors);
  const mode = first.mode.peek();
  const states = [...first.servers.peek().values()].map(({ id, state }) => `${id} ${state.kind}`);
  return {
    turmoil,
    gauge,
    before,
    after,
    settled,
    notRunning: states.filter((state) => !state.endsWith(' running')),
    sameHost: mode.kind === 'shared' && mode.pid === pid,
  };
}

async function measure(gauge: HostGauge, pid: number, end: number): Promise<void> {
  const pause = Math.min(longestReadingPause, (end - performance.now()) / 30);
  while (performance.now() < end) {
    await gauge.read(pid);
    await delay(pause);
  }
}

/** A reading once the connections of the last calls are closed, which are kept for some seconds. */
async function calmReading(gauge: HostGauge, pid: number, descriptors: number): Promise<Reading> {
  const deadline = performance.now() + patience.calm;
  for (;;) {
    const reading = await gauge.read(pid);
    if (reading.descriptors <= descriptors || performance.now() > deadline) return reading;
    await delay(500);
  }
}

/** Waits until every server runs and answers; who was given up is started by a person. */
async function settle({ servers, first }: ServerPool, turmoil: Turmoil): Promise<void> {
  const answers = async (server: SoakServer): Promise<boolean> => {
    turmoil.help(server);
    const request = { server: server.id, tool: 'echo', arguments: {}, gesture: false };
    return first.callTool(request).then(
      () => first.servers.peek().get(server.id)?.state.kind === 'running',
      () => false,
    );
  };
  const settling = servers.map((server) =>
    until(() => answers(server), patience.settle, `${server.id} to come back`),
  );
  await Promise.all(settling);
}

/** The marks of living processes that are not in a ledger: their server is gone. */
async function straysOf(host: SharedHost, run: string): Promise<string[]> {
  const find = async (): Promise<string[]> => {
    const own = new Set(inheriting(run));
    const all = await readProcesses();
    const { known } = await marksOf(all.filter(({ pid }) => own.has(pid)));
    const kept = new Set(host.entries().map(({ mark }) => mark));
    return [...new Set(known.values())].filter((mark) => !kept.has(mark));
  };
  await until(async () => (await find()).length === 0, patience.sweep, 'strays').catch(ignore);
  return find();
}

const ignore = (): void => undefined;

/** Megabytes an hour by which live memory may grow, and what comes and goes with the moment: results on their way. */
const growth = { perHour: 20, anyway: 25 };
/** Megabytes: what the heap keeps of the largest results and floods; it levels off far below. */
const mostResident = 600;
/** Descriptors and timers that come and go with the moment. */
const passing = 8;
/** Milliseconds: the limit of a call and a start that it waits for. */
const longestCall = 90_000;

/** What must hold at the end of every soak. */
export function expectSoak(result: SoakResult): void {
  const { gauge, before, after } = result;
  const { tally } = result.turmoil;
  expect(result.notRunning).toEqual([]);
  expect(result.sameHost).toBe(true);
  expect(result.log).toBe('');
  expect(result.strays).toEqual([]);
  expect(result.left).toEqual({ processes: [], ledgers: [] });
  expect(tally.longest).toBeLessThan(longestCall);
  expect([...tally.failures.keys()]).not.toContain('unexpected');
  const grown = gauge.slope(({ live }) => live) * gauge.hours;
  expect(grown).toBeLessThan(growth.anyway + growth.perHour * gauge.hours);
  expect(after.resident).toBeLessThan(mostResident);
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + passing);
  for (const [kind, count] of Object.entries(after.resources)) {
    expect(count, kind).toBeLessThanOrEqual((before.resources[kind] ?? 0) + passing);
  }
}

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
