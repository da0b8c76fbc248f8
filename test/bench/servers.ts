import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { BrokenServers, play, type Round } from '../support/pool/manyServers';
import type { PlannedServer } from '../support/pool/sharedHost';
import { openRawStdio } from './rawStdio';
import { Rounds } from './report';

// How fast servers that are built on the SDK come up: as processes alone, with the client of the SDK all at once as most
// hosts do it, and on our host, also beside ten broken ones.

const program = process.argv[2] ?? '';
const rounds = 3;
const subjects = ['processes alone', 'SDK v1', 'ours', 'ours, 10 broken'] as const;

function serversOf(count: number): PlannedServer[] {
  // Each has a launch of its own, or they would share a process.
  return Array.from({ length: count }, (_, at) => ({
    id: `folder:good/${at}`,
    launch: { ...fakeStdio(), command: process.execPath, args: [program, `stdio ${at}`] },
  }));
}

/** Until all have given their first answer; the last one has then been usable for a moment. */
async function alone(servers: readonly PlannedServer[]): Promise<Round> {
  const start = performance.now();
  const opened = servers.map(({ launch }) => openRawStdio(launch as ReturnType<typeof fakeStdio>));
  await opened.at(-1);
  const first = performance.now() - start;
  const all = await Promise.all(opened);
  const end = performance.now() - start;
  for (const one of all) one.close();
  return { first, all: end };
}

async function withSdk(servers: readonly PlannedServer[]): Promise<Round> {
  const start = performance.now();
  const opened = servers.map(async ({ launch }) => {
    const { command, args } = launch as ReturnType<typeof fakeStdio>;
    const client = new Client({ name: 'bench', version: '1' });
    await client.connect(new StdioClientTransport({ command, args: [...args], stderr: 'ignore' }));
    await client.listTools();
    return client;
  });
  await (await opened.at(-1))?.callTool({ name: 'echo', arguments: { text: 'hello' } });
  const first = performance.now() - start;
  const clients = await Promise.all(opened);
  const all = performance.now() - start;
  for (const client of clients) await client.close();
  return { first, all };
}

async function main(): Promise<void> {
  const broken = await BrokenServers.open();
  const ways: Record<(typeof subjects)[number], (servers: PlannedServer[]) => Promise<Round>> = {
    'processes alone': alone,
    'SDK v1': withSdk,
    ours: (servers) => play(servers, []),
    'ours, 10 broken': (servers) => play(servers, broken.servers),
  };
  for (const count of [1, 10, 50]) {
    const [first, all] = [new Rounds(subjects), new Rounds(subjects)];
    for (let round = 0; round < rounds; round++)
      for (const subject of subjects) {
        const times = await ways[subject](serversOf(count));
        first.add(subject, times.first);
        all.add(subject, times.all);
      }
    const row = { part: 'servers', unit: 'ms' } as const;
    first.report({ ...row, name: `${count} servers, the last one asked for` });
    all.report({ ...row, name: `${count} servers, all` });
  }
  await broken.close();
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
