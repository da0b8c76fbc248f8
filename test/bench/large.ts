import type { ResolvedLaunch } from '../../src/contract/launch';
import { connect } from '../support/connect';
import { startFakeHttpProcess } from '../support/fakeServer/fakeHttpProcess';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { median } from './compare';
import { openRawHttp } from './rawHttp';
import { openRawStdio } from './rawStdio';

const megabytes = 100;
const rounds = 5;

/** One way to get a large result. */
interface Getter {
  readonly name: string;
  get(): Promise<unknown>;
  close(): unknown;
}

interface Cost {
  /** Milliseconds. */
  readonly time: number;
  /** Megabytes at most, beyond those before. */
  readonly memory: number;
}

const call = { name: 'huge', arguments: { bytes: megabytes * 1_000_000 } };

async function ours(name: string, launch: ResolvedLaunch): Promise<Getter> {
  const connection = await connect(launch, {
    signal: new AbortController().signal,
    initializeTimeout: 20_000,
    onStep: () => undefined,
    onLog: () => undefined,
  });
  const get = (): Promise<unknown> => connection.request('tools/call', call);
  return { name, get, close: () => connection.close() };
}

function used(): number {
  const { external, heapUsed } = process.memoryUsage();
  return (external + heapUsed) / 1_000_000;
}

/** The memory is looked at whenever the loop turns, so the peak within one turn is not seen. */
async function costOf(getter: Getter): Promise<Cost> {
  globalThis.gc?.();
  const before = used();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, used())), 1);
  const start = performance.now();
  await getter.get();
  const time = performance.now() - start;
  clearInterval(timer);
  return { time, memory: Math.max(peak, used()) - before };
}

async function main(): Promise<void> {
  const tools = ['huge'];
  const stdio = fakeStdio({ tools });
  const json = await startFakeHttpProcess({ tools, json: true });
  const events = await startFakeHttpProcess({ tools });
  const rawOf = (name: string, client: Awaited<ReturnType<typeof openRawStdio>>): Getter => ({
    name,
    get: () => client.call(call.name, call.arguments),
    close: () => client.close(),
  });
  const pairs = [
    [rawOf('stdio, raw', await openRawStdio(stdio)), await ours('stdio, ours', stdio)],
    [
      rawOf('HTTP, JSON, raw', await openRawHttp(json.launch())),
      await ours('HTTP, JSON, ours', json.launch()),
    ],
    [
      rawOf('HTTP, events, raw', await openRawHttp(events.launch())),
      await ours('HTTP, events, ours', events.launch()),
    ],
  ] as const;
  console.log(`\na result of ${megabytes} MB        ms    × raw      MB    × raw`);
  for (const pair of pairs) {
    const costs: Cost[][] = [[], []];
    for (let round = 0; round < rounds; round++) {
      for (const [at, getter] of pair.entries()) costs[at]?.push(await costOf(getter));
    }
    const [floor, mine] = costs.map((some) => ({
      time: median(some.map(({ time }) => time)),
      memory: median(some.map(({ memory }) => memory)),
    }));
    for (const [at, cost] of [floor, mine].entries()) {
      if (!cost || !floor) continue;
      const cells = [
        (pair[at]?.name ?? '').padEnd(20),
        cost.time.toFixed(0).padStart(8),
        (cost.time / floor.time).toFixed(2).padStart(8),
        cost.memory.toFixed(0).padStart(8),
        (cost.memory / floor.memory).toFixed(2).padStart(8),
      ];
      console.log(cells.join(' '));
    }
    for (const getter of pair) await getter.close();
  }
  await Promise.all([json.close(), events.close()]);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
