import { setTimeout as delay } from 'node:timers/promises';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { readProcess } from '../support/readProcess';
import { SharedHost, until, type PlannedServer } from '../support/pool/sharedHost';
import { report, Rounds } from './report';

// What servers cost that nobody calls, on the host as it is shipped, and how soon another window knows them all.

const counts = [1, 10, 50, 200];
/** Milliseconds. */
const quiet = 10_000;
/** Times in a row: what is written a minute after the starts meets one of them. */
const rounds = 3;

function planned(count: number): PlannedServer[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `folder:idle/${at}`,
    launch: fakeStdio({ prompts: [`prompt ${at}`] }),
  }));
}

interface Idle {
  readonly memory: number;
  /** Percent of one core, one figure per round. */
  readonly processor: readonly number[];
  readonly attach: number;
}

async function idle(count: number): Promise<Idle> {
  const host = new SharedHost();
  const servers = planned(count);
  try {
    const window = await host.attach(servers);
    await Promise.all(servers.map(({ id }) => window.start(id, false)));
    const isUp = (): boolean =>
      window.servers.peek().size === count &&
      [...window.servers.peek().values()].every(({ state }) => state.kind === 'running');
    await until(isUp, 120_000, 'all servers');
    // The time is what is measured: a host that nobody uses.
    await delay(quiet);
    const processor: number[] = [];
    let facts = await factsOf(host);
    for (let round = 0; round < rounds; round++) {
      const { cpuTime } = facts;
      await delay(quiet);
      facts = await factsOf(host);
      processor.push(((facts.cpuTime - cpuTime) * 100) / quiet);
    }
    const memory = facts.memory / 1e6;
    return { memory, processor, attach: await secondWindow(host, servers) };
  } finally {
    await host.end();
    host.remove();
  }
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
  return performance.now() - start;
}

async function main(): Promise<void> {
  const names = counts.map((count) => `${count} servers`);
  const [memory, processor, attach] = [new Rounds(names), new Rounds(names), new Rounds(names)];
  const all: Idle[] = [];
  for (const [at, name] of names.entries()) {
    const one = await idle(counts[at] ?? 0);
    memory.add(name, one.memory);
    for (const figure of one.processor) processor.add(name, figure);
    attach.add(name, one.attach);
    all.push(one);
  }
  const part = 'idle';
  memory.report({ part, name: 'memory of the host', unit: 'MB' });
  processor.report({ part, name: 'processor of the host, of one core', unit: '%' });
  attach.report({ part, name: 'second window, all states', unit: 'ms' });
  const [first, last] = [all.at(0)?.memory ?? 0, all.at(-1)?.memory ?? 0];
  const each = (last - first) / ((counts.at(-1) ?? 0) - (counts.at(0) ?? 0));
  report({ part, name: 'memory of the host', unit: 'MB', figures: { 'each server': [each] } });
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
