import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { connectWith } from '../../src/connection/connect';
import { connect, connectOptions } from '../support/connect';
import { startFakeHttpProcess } from '../support/fakeServer/fakeHttpProcess';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { compare, echoing, sizes, type Contender } from './compare';
import { keepApart } from './pinned';
import { openRawHttp } from './rawHttp';
import { openRawStdio } from './rawStdio';
import { openSdk, sdkLines } from './sdkClients';

/** Both lines of the SDK, each with its own transport. */
function sdks(launch: ResolvedLaunch): Promise<Contender[]> {
  return Promise.all(sdkLines.map(async (name) => echoing(name, await openSdk(name, launch))));
}

type Connect = ReturnType<typeof connectWith>;

/** The module with the connection of an older commit, where the bench is given one. */
const before = process.env['ROUNDHOUSE_BENCH_BEFORE'];

async function ours(launch: ResolvedLaunch): Promise<Contender[]> {
  const now = await connected('ours', connect, launch);
  if (before === undefined) return [now];
  const older = (await import(before)) as { connect: Connect };
  return [await connected('before', older.connect, launch), now];
}

async function connected(
  name: string,
  connect: Connect,
  launch: ResolvedLaunch,
): Promise<Contender> {
  const connection = await connect(launch, connectOptions());
  return {
    name,
    call: (text) => connection.request('tools/call', { name: 'echo', arguments: { text } }),
    close: () => connection.close(),
  };
}

async function compareAll(title: string, contenders: readonly Contender[]): Promise<void> {
  await keepApart();
  for (const size of sizes) await compare('calls', title, size, contenders);
  for (const contender of contenders) await contender.close();
}

async function overStdio(): Promise<void> {
  const launch = fakeStdio();
  const contenders = [echoing('raw', await openRawStdio(launch)), ...(await sdks(launch))];
  await compareAll('stdio', [...contenders, ...(await ours(launch))]);
}

/** Milliseconds that the others may take together, on whatever machine. */
const longestTurn = 120_000;

async function overHttp(json: boolean): Promise<void> {
  const server = await startFakeHttpProcess({ json, keepAliveTimeout: longestTurn });
  const launch = server.launch();
  const contenders = [echoing('raw', await openRawHttp(launch)), ...(await sdks(launch))];
  const title = json ? 'HTTP, JSON' : 'HTTP, events';
  await compareAll(title, [...contenders, ...(await ours(launch))]);
  await server.close();
}

async function main(): Promise<void> {
  await overStdio();
  await overHttp(true);
  await overHttp(false);
}

await main();
// The SDK's client keeps its stream.
process.exit();
