import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ResolvedStdio } from '../../src/ipc/launch';
import { nodeLaunch } from '../support/nodeLaunch';
import { BrokenServers, play, type Round } from '../support/pool/manyServers';
import { preloadedRuntime } from '../support/pool/preloadedRuntime';
import type { PlannedServer } from '../support/pool/sharedHost';
import { Seeded } from '../support/seeded';
import { openRawStdio } from './rawStdio';
import { Rounds } from './report';

// How fast servers that are built on the SDK come up: as processes alone, with the client of the SDK all at once as most
// hosts do it, and on our host, also beside ten broken ones.

const program = process.argv[2] ?? '';
const counts = [1, 10, 50, 200];
/** One of 200 servers takes longer than three of fifty. */
const roundsOf = (count: number): number => (count > 50 ? 1 : 3);
/** The usual limit would be near for 200 servers at once. */
const patient = { timeout: 300_000 };
const random = new Seeded(1);
const subjects = [
  'processes alone',
  'processes alone, 10 broken',
  'SDK v1',
  'ours',
  'ours, 10 broken',
] as const;

function serversOf(count: number): PlannedServer[] {
  // Each has a launch of its own, or they would share a process.
  return Array.from({ length: count }, (_, at) => ({
    id: `folder:good/${at}`,
    launch: nodeLaunch(program, `stdio ${at}`),
  }));
}

/**
 * Until all good ones have given their first answer; the last one has then been usable for a moment. What is measured
 * next has the machine for itself.
 */
async function alone(
  servers: readonly PlannedServer[],
  broken: readonly PlannedServer[],
): Promise<Round> {
  const start = performance.now();
  const others = broken.flatMap(({ launch }) => (launch.type === 'stdio' ? run(launch) : []));
  const opened = servers.map(({ launch }) => openRawStdio(launch as ResolvedStdio));
  await opened.at(-1);
  const first = performance.now() - start;
  const all = await Promise.all(opened);
  const end = performance.now() - start;
  await Promise.all([...all.map((one) => one.close()), ...others.map(killed)]);
  return { first, all: end };
}

/** A process that nobody listens to, which has less to do than one that is greeted. It may fail to start. */
function run({ command, args, cwd }: ResolvedStdio): ChildProcess {
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  return spawn(command, args, { cwd, stdio: [...stdio] }).on('error', () => undefined);
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.kill('SIGKILL')) return;
  await once(child, 'exit');
}

async function withSdk(servers: readonly PlannedServer[]): Promise<Round> {
  const start = performance.now();
  const opened = servers.map(async ({ launch }) => {
    const { command, args } = launch as ResolvedStdio;
    const client = new Client({ name: 'bench', version: '1' });
    const transport = new StdioClientTransport({ command, args: [...args], stderr: 'ignore' });
    await client.connect(transport, patient);
    await client.listTools({}, patient);
    return client;
  });
  await (await opened.at(-1))?.callTool({ name: 'echo', arguments: { text: 'hello' } });
  const first = performance.now() - start;
  const clients = await Promise.all(opened);
  const all = performance.now() - start;
  for (const client of clients) await client.close();
  return { first, all };
}

/**
 * A runtime that notes the longest turn of its event loop, once its program was loaded: in milliseconds of the processor,
 * because by the clock it would be how long others have the processor.
 */
class GaugedRuntime {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  readonly #noted = path.join(this.#folder, 'turn');
  readonly execPath = preloadedRuntime(
    this.#folder,
    `let [used, longest] = [undefined, 0];
     const look = () => {
       if (used !== undefined) {
         const { user, system } = process.cpuUsage(used);
         longest = Math.max(longest, (user + system) / 1e3);
       }
       used = process.cpuUsage();
       setTimeout(look, 1).unref();
     };
     setImmediate(look);
     process.on('exit', () =>
       require('node:fs').writeFileSync(${JSON.stringify(this.#noted)}, String(longest)));`,
  );

  get longestTurn(): number {
    return Number(readFileSync(this.#noted, 'utf8'));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  const broken = await BrokenServers.open();
  const runtime = new GaugedRuntime();
  const ways: Record<(typeof subjects)[number], (servers: PlannedServer[]) => Promise<Round>> = {
    'processes alone': (servers) => alone(servers, []),
    'processes alone, 10 broken': (servers) => alone(servers, broken.servers),
    'SDK v1': withSdk,
    ours: (servers) => play(servers, [], undefined, runtime.execPath),
    'ours, 10 broken': (servers) => play(servers, broken.servers, undefined, runtime.execPath),
  };
  for (const count of counts) {
    const [first, all] = [new Rounds(subjects), new Rounds(subjects)];
    const turn = new Rounds(subjects.filter((subject) => subject.startsWith('ours')));
    for (let round = 0; round < roundsOf(count); round++)
      for (const subject of random.shuffled(subjects)) {
        const times = await ways[subject](serversOf(count));
        first.add(subject, times.first);
        all.add(subject, times.all);
        if (subject.startsWith('ours')) turn.add(subject, runtime.longestTurn);
      }
    const row = { part: 'servers', unit: 'ms' } as const;
    first.report({ ...row, name: `${count} servers, the last one asked for` });
    all.report({ ...row, name: `${count} servers, all` });
    turn.report({ ...row, name: `${count} servers, longest turn of the event loop` });
  }
  runtime.remove();
  await broken.close();
}

await main();
process.exit();
