import type { ResolvedLaunch } from '../../src/contract/launch';
import { connect } from './connect';
import { startFakeHttpProcess } from './fakeServer/fakeHttpProcess';
import { fakeStdio } from './fakeServer/fakeServer';
import { median } from '../bench/compare';
import { openRawHttp } from '../bench/rawHttp';
import { openRawStdio, type RawStdio } from '../bench/rawStdio';

/** A machine that does other things meanwhile measures no ratio of 1.5: that is for `npm run bench`. */
export const wellWithin = 4;

/** One way to get a large result. */
interface Getter {
  get(): Promise<unknown>;
  close(): unknown;
}

/** What one large result costs. */
export interface Cost {
  /** Milliseconds. */
  readonly time: number;
  /** Megabytes at most, beyond those before. */
  readonly memory: number;
  /** Characters of text in it. */
  readonly received: number;
}

/** One transport, without a client of any kind and with our connection. */
export interface ComparedCosts {
  readonly name: string;
  readonly floor: Cost;
  readonly ours: Cost;
}

type Call = { readonly name: string; readonly arguments: { readonly bytes: number } };

async function oursOf(launch: ResolvedLaunch, call: Call): Promise<Getter> {
  const connection = await connect(launch, {
    signal: new AbortController().signal,
    initializeTimeout: 20_000,
    onStep: () => undefined,
    onLog: () => undefined,
  });
  const get = (): Promise<unknown> => connection.request('tools/call', call);
  return { get, close: () => connection.close() };
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
  const result = await getter.get();
  const time = performance.now() - start;
  clearInterval(timer);
  return { time, memory: Math.max(peak, used()) - before, received: textIn(result) };
}

/** Results of the raw floor are whole messages. */
function textIn(answer: unknown): number {
  const { result = answer } = answer as { result?: unknown };
  const { content } = result as { content: { text: string }[] };
  return content.reduce((sum, { text }) => sum + text.length, 0);
}

function typical(costs: readonly Cost[]): Cost {
  return {
    time: median(costs.map(({ time }) => time)),
    memory: median(costs.map(({ memory }) => memory)),
    received: Math.min(...costs.map(({ received }) => received)),
  };
}

async function compared(name: string, floor: Getter, ours: Getter, rounds: number) {
  const costs: { floor: Cost; ours: Cost }[] = [];
  for (let round = 0; round < rounds; round++) {
    costs.push({ floor: await costOf(floor), ours: await costOf(ours) });
  }
  await Promise.all([floor.close(), ours.close()]);
  return {
    name,
    floor: typical(costs.map((cost) => cost.floor)),
    ours: typical(costs.map((cost) => cost.ours)),
  };
}

/** What results of so many bytes cost, one beside the other; with `--expose-gc` also their memory is exact. */
export async function bigResultCosts(
  bytes: number,
  rounds: number,
): Promise<readonly ComparedCosts[]> {
  const tools = ['huge'];
  const call: Call = { name: 'huge', arguments: { bytes } };
  const rawOf = (client: Pick<RawStdio, 'call' | 'close'>): Getter => ({
    get: () => client.call(call.name, call.arguments),
    close: () => client.close(),
  });
  const stdio = fakeStdio({ tools });
  const json = await startFakeHttpProcess({ tools, json: true });
  const events = await startFakeHttpProcess({ tools });
  const ways = [
    ['stdio', stdio, rawOf(await openRawStdio(stdio))],
    ['HTTP, JSON', json.launch(), rawOf(await openRawHttp(json.launch()))],
    ['HTTP, events', events.launch(), rawOf(await openRawHttp(events.launch()))],
  ] as const;
  const all: ComparedCosts[] = [];
  for (const [name, launch, floor] of ways) {
    all.push(await compared(name, floor, await oursOf(launch, call), rounds));
  }
  await Promise.all([json.close(), events.close()]);
  return all;
}
