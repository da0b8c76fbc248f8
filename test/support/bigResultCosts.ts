import type { ResolvedLaunch } from '../../src/ipc/launch';
import { connect, connectOptions } from './connect';
import { startFakeHttpProcess } from './fakeServer/fakeHttpProcess';
import { fakeStdio } from './fakeServer/fakeServer';
import { median } from '../bench/report';
import { openRawHttp } from '../bench/rawHttp';
import { openRawStdio } from '../bench/rawStdio';

/** A machine that does other things meanwhile measures no ratio of 1.5: that is for `npm run bench`. */
export const wellWithin = 4;

/** Who gets a result: a program without a client of any kind, or our connection. */
export const getters = ['raw', 'ours'] as const;
export type Getter = (typeof getters)[number];

/** What one large result costs. */
export interface Cost {
  /** Milliseconds. */
  readonly time: number;
  /** Megabytes at most, beyond those before. */
  readonly memory: number;
  /** Characters of text in it. */
  readonly received: number;
}

/** A server with the tool that gives them, and how it is reached. */
export interface Giver {
  readonly name: string;
  readonly launch: ResolvedLaunch;
}

/** One transport, with both who get a result. */
export type ComparedCosts = { readonly name: string } & Readonly<Record<Getter, Cost>>;

/** Gets results; see {@link openGetter}. */
export interface OpenGetter {
  get(bytes: number): Promise<unknown>;
  close(): unknown;
}

export async function openGetter(getter: Getter, launch: ResolvedLaunch): Promise<OpenGetter> {
  const tool = 'huge';
  if (getter === 'raw') {
    const raw = await (launch.type === 'stdio' ? openRawStdio(launch) : openRawHttp(launch));
    return { get: (bytes) => raw.call(tool, { bytes }), close: () => raw.close() };
  }
  const connection = await connect(launch, connectOptions());
  return {
    get: (bytes) => connection.request('tools/call', { name: tool, arguments: { bytes } }),
    close: () => connection.close(),
  };
}

/** `peak` tells the most megabytes since it was made, beyond those before. */
export async function costOf(
  getter: OpenGetter,
  bytes: number,
  peak: () => () => number,
): Promise<Cost> {
  globalThis.gc?.();
  const memory = peak();
  const start = performance.now();
  const result = await getter.get(bytes);
  const time = performance.now() - start;
  return { time, memory: memory(), received: textIn(result) };
}

function used(): number {
  const { external, heapUsed } = process.memoryUsage();
  return (external + heapUsed) / 1_000_000;
}

/** Looks whenever the loop turns, so a peak within one turn is not seen. */
function sampledPeak(): () => number {
  const before = used();
  let most = before;
  const look = (): number => (most = Math.max(most, used()));
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    return look() - before;
  };
}

/** Results of the raw floor are whole messages. */
function textIn(answer: unknown): number {
  const { result = answer } = answer as { result?: unknown };
  const { content } = result as { content: { text: string }[] };
  return content.reduce((sum, { text }) => sum + text.length, 0);
}

/** The middle of what was measured. */
export function typical(costs: readonly Cost[]): Cost {
  return {
    time: median(costs.map(({ time }) => time)),
    memory: median(costs.map(({ memory }) => memory)),
    received: Math.min(...costs.map(({ received }) => received)),
  };
}

/** Calls `use` with one server of each transport, one after another. */
export async function withGivers<T>(use: (giver: Giver) => Promise<T>): Promise<readonly T[]> {
  const tools = ['huge'];
  const json = await startFakeHttpProcess({ tools, json: true });
  const events = await startFakeHttpProcess({ tools });
  const givers: readonly Giver[] = [
    { name: 'stdio', launch: fakeStdio({ tools }) },
    { name: 'HTTP, JSON', launch: json.launch() },
    { name: 'HTTP, events', launch: events.launch() },
  ];
  const all: T[] = [];
  for (const giver of givers) all.push(await use(giver));
  await Promise.all([json.close(), events.close()]);
  return all;
}

/** What results of so many bytes cost, one beside the other, in this process. */
export function bigResultCosts(bytes: number, rounds: number): Promise<readonly ComparedCosts[]> {
  return withGivers(async ({ name, launch }) => {
    const raw = await openGetter('raw', launch);
    const ours = await openGetter('ours', launch);
    const costs: { raw: Cost; ours: Cost }[] = [];
    for (let round = 0; round < rounds; round++) {
      const ofRaw = await costOf(raw, bytes, sampledPeak);
      costs.push({ raw: ofRaw, ours: await costOf(ours, bytes, sampledPeak) });
    }
    await Promise.all([raw.close(), ours.close()]);
    return {
      name,
      raw: typical(costs.map((cost) => cost.raw)),
      ours: typical(costs.map((cost) => cost.ours)),
    };
  });
}
