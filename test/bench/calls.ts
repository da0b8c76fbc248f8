import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { connectWith } from '../../src/connection/connect';
import { connect } from '../support/connect';
import { startFakeHttpProcess } from '../support/fakeServer/fakeHttpProcess';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { compare, type Contender } from './compare';
import { openRawHttp } from './rawHttp';
import { openRawStdio } from './rawStdio';

/** A client without a client. */
interface Raw {
  call(tool: string, args: object): Promise<unknown>;
  close(): void;
}

function raw(client: Raw): Contender {
  return {
    name: 'raw',
    call: (text) => client.call('echo', { text }),
    close: () => client.close(),
  };
}

async function sdk(transport: Transport): Promise<Contender> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return {
    name: 'SDK v1',
    call: (text) => client.callTool({ name: 'echo', arguments: { text } }),
    close: () => client.close(),
  };
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
  const connection = await connect(launch, {
    signal: new AbortController().signal,
    initializeTimeout: 20_000,
    onStep: () => undefined,
    onLog: () => undefined,
  });
  return {
    name,
    call: (text) => connection.request('tools/call', { name: 'echo', arguments: { text } }),
    close: () => connection.close(),
  };
}

async function compareAll(title: string, contenders: readonly Contender[]): Promise<void> {
  await compare(title, 64, contenders);
  await compare(title, 10_240, contenders);
  for (const contender of contenders) await contender.close();
}

async function overStdio(): Promise<void> {
  const { command, args } = fakeStdio();
  const transport = new StdioClientTransport({ command, args, stderr: 'ignore' });
  const contenders = [raw(await openRawStdio(fakeStdio())), await sdk(transport)];
  await compareAll('stdio', [...contenders, ...(await ours(fakeStdio()))]);
}

/** Milliseconds that the others may take together, on whatever machine. */
const longestTurn = 120_000;

async function overHttp(json: boolean): Promise<void> {
  const server = await startFakeHttpProcess({ json, keepAliveTimeout: longestTurn });
  const launch = server.launch();
  const transport = new StreamableHTTPClientTransport(new URL(launch.url)) as Transport;
  const contenders = [raw(await openRawHttp(launch)), await sdk(transport)];
  const title = json ? 'HTTP, JSON' : 'HTTP, events';
  await compareAll(title, [...contenders, ...(await ours(launch))]);
  await server.close();
}

async function main(): Promise<void> {
  await overStdio();
  await overHttp(true);
  await overHttp(false);
}

main().then(
  // The SDK's client keeps its stream.
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
