import { execFile } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  costOf,
  getters,
  openGetter,
  withGivers,
  type Cost,
  type Getter,
  type Giver,
  type OpenGetter,
} from '../support/bigResultCosts';
import { Rounds } from './report';
import { openSdk, sdkLines, type SdkLine } from './sdkClients';

const sizes = [1, 10, 50, 100];
const subjects = [...getters, ...sdkLines];
type Subject = Getter | SdkLine;

/** Over stdio the time of the SDK grows with the square of the size, so that it gets no more than one line of 50 MB. */
function roundsOf(subject: Subject, megabytes: number): number {
  if (megabytes <= 10 || subject === 'raw' || subject === 'ours') return 5;
  return megabytes === 50 ? 1 : 0;
}

/** Megabytes that the operating system gave this process at most. */
function resident(): number {
  return process.resourceUsage().maxRSS / 1_000;
}

/** Cost of one result, with the longest time that the event loop had no turn, in milliseconds. */
type FullCost = Cost & { readonly delay: number };

/** Each result comes to a process of its own: only then is the most that it had the cost of this result. */
async function measure([subject, launch, megabytes]: readonly string[]): Promise<void> {
  const open = await opened(subject as Subject, JSON.parse(String(launch)) as Giver['launch']);
  await open.get(1_000);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const cost = await costOf(open, Number(megabytes) * 1_000_000, () => {
    const before = resident();
    return () => resident() - before;
  });
  // The turn in which the result came is noted in the next one.
  await delay(5);
  loop.disable();
  console.log(JSON.stringify({ ...cost, delay: loop.max / 1e6 } satisfies FullCost));
  await open.close();
}

async function opened(subject: Subject, launch: Giver['launch']): Promise<OpenGetter> {
  if (subject === 'raw' || subject === 'ours') return openGetter(subject, launch);
  const client = await openSdk(subject, launch);
  return { get: (bytes) => client.call('huge', { bytes }), close: () => client.close() };
}

async function measured(
  subject: Subject,
  launch: Giver['launch'],
  megabytes: number,
): Promise<FullCost> {
  const program = ['--no-warnings', '--expose-gc', String(process.argv[1])];
  const args = [...program, subject, JSON.stringify(launch), String(megabytes)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as FullCost;
}

async function main(): Promise<void> {
  await withGivers(async ({ name, launch }) => {
    for (const megabytes of sizes) {
      const taking = subjects.filter((subject) => roundsOf(subject, megabytes) > 0);
      const [time, memory, turn] = [new Rounds(taking), new Rounds(taking), new Rounds(taking)];
      for (let round = 0; round < roundsOf('raw', megabytes); round++)
        for (const subject of taking) {
          if (round >= roundsOf(subject, megabytes)) continue;
          const cost = await measured(subject, launch, megabytes);
          time.add(subject, cost.time);
          memory.add(subject, cost.memory);
          turn.add(subject, cost.delay);
        }
      const row = { part: 'large', name: `${name}, ${megabytes} MB` };
      time.report({ ...row, unit: 'ms' });
      memory.report({ ...row, name: `${row.name}, memory`, unit: 'MB' });
      turn.report({ ...row, name: `${row.name}, longest turn of the event loop`, unit: 'ms' });
    }
  });
}

const args = process.argv.slice(2);
await (args.length > 0 ? measure(args) : main());
