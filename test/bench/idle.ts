import { setTimeout as delay } from 'node:timers/promises';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { readProcess } from '../support/readProcess';
import { SharedHost, until, type PlannedServer } from '../support/pool/sharedHost';
import { report, Rounds } from './report';

// What servers cost that nobody calls, on the host as it is shipped, and how soon another window knows them all.

const counts = [1, 10, 50, 200];
/** Milliseconds until the starts are over. */
const settling = 10_000;
/** Milliseconds, in which falls what is written once, a minute after the starts. */
const afterStarts = 80_000;
/** Milliseconds that stand for the rest of an hour, in which a single cleaning of the memory counts for less than the goal. */
const quiet = 300_000;
const hour = 3_600_000;
/** Windows one after another. */
const windows = 5;

function planned(count: number): PlannedServer[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `folder:idle/${at}`,
    launch: fakeStdio({ prompts: [`prompt ${at}`] }),
  }));
}

interface Idle {
  readonly memory: number;
  /** Percent of one core, in an hour. */
  readonly processor: number;
  /** Milliseconds of each window. */
  readonly attach: readonly number[];
}

/** Hosts that are idle at the same time, so that one interval counts for all of them. */
async function idle(): Promise<readonly Idle[]> {
  const hosts: RunningHost[] = [];
  const facts = () => Promise.all(hosts.map(({ host }) => factsOf(host)));
  try {
    // The write a minute after the starts of each has to fall into the interval.
    for (const count of counts.toReversed()) hosts.unshift(await start(count));
    // The time is what is measured: hosts that nobody uses.
    await delay(settling);
    const before = await facts();
    await delay(afterStarts);
    const between = await facts();
    await delay(quiet);
    const after = await facts();
    const all: Idle[] = [];
    for (const [at, { host, servers }] of hosts.entries()) {
      const timeAt = (facts: typeof before): number => facts[at]?.cpuTime ?? Number.NaN;
      const once = timeAt(between) - timeAt(before);
      const rest = ((timeAt(after) - timeAt(between)) * (hour - afterStarts)) / quiet;
      const processor = ((once + rest) * 100) / hour;
      const attach: number[] = [];
      for (let one = 0; one < windows; one++) attach.push(await secondWindow(host, servers));
      all.push({ memory: (after[at]?.memory ?? Number.NaN) / 1e6, processor, attach });
    }
    return all;
  } finally {
    for (const { host } of hosts) {
      await host.end();
      host.remove();
    }
  }
}

interface RunningHost {
  readonly host: SharedHost;
  readonly servers: readonly PlannedServer[];
}

/** Resolves when all its servers run. */
async function start(count: number): Promise<RunningHost> {
  const host = new SharedHost();
  const servers = planned(count);
  const window = await host.attach(servers);
  await Promise.all(servers.map(({ id }) => window.start(id, false)));
  const isUp = (): boolean =>
    window.servers.peek().size === count &&
    [...window.servers.peek().values()].every(({ state }) => state.kind === 'running');
  await until(isUp, 120_000, 'all servers');
  return { host, servers };
}

async function factsOf(host: SharedHost) {
  const facts = await readProcess(host.pid);
  if (!facts) throw new Error('the host has ended');
  return facts;
}

/** Milliseconds until another window that starts the same servers has them all running, in the same processes. */
async function secondWindow(host: SharedHost, servers: readonly PlannedServer[]): Promise<number> {
  const start = performance.now();
  const window = await host.attach(servers);
  await Promise.all(servers.map(({ id }) => window.start(id, false)));
  const time = performance.now() - start;
  await host.leave(window);
  return time;
}

async function main(): Promise<void> {
  const names = counts.map((count) => `${count} servers`);
  const [memory, processor, attach] = [new Rounds(names), new Rounds(names), new Rounds(names)];
  const all = await idle();
  for (const [at, one] of all.entries()) {
    const name = names[at] ?? '';
    memory.add(name, one.memory);
    processor.add(name, one.processor);
    for (const figure of one.attach) attach.add(name, figure);
  }
  const part = 'idle';
  memory.report({ part, name: 'memory of the host', unit: 'MB' });
  processor.report({ part, name: 'processor of the host in an idle hour, of one core', unit: '%' });
  attach.report({ part, name: 'second window, all states', unit: 'ms' });
  const [first, last] = [all.at(0)?.memory ?? 0, all.at(-1)?.memory ?? 0];
  const each = (last - first) / ((counts.at(-1) ?? 0) - (counts.at(0) ?? 0));
  report({ part, name: 'memory of the host', unit: 'MB', figures: { 'each server': [each] } });
}

await main();
process.exit();
