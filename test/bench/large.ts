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
} from '../support/bigResultCosts';
import { Rounds } from './report';

const sizes = [1, 10, 50, 100];
const rounds = 5;

/** Megabytes that the operating system gave this process at most. */
function resident(): number {
  return process.resourceUsage().maxRSS / 1_000;
}

/** Cost of one result, with the longest time that the event loop had no turn, in milliseconds. */
type FullCost = Cost & { readonly delay: number };

/** Each result comes to a process of its own: only then is the most that it had the cost of this result. */
async function measure([getter, launch, megabytes]: readonly string[]): Promise<void> {
  const open = await openGetter(getter as Getter, JSON.parse(String(launch)) as Giver['launch']);
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

async function measured(
  getter: Getter,
  launch: Giver['launch'],
  megabytes: number,
): Promise<FullCost> {
  const program = ['--no-warnings', '--expose-gc', String(process.argv[1])];
  const args = [...program, getter, JSON.stringify(launch), String(megabytes)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as FullCost;
}

async function main(): Promise<void> {
  await withGivers(async ({ name, launch }) => {
    for (const megabytes of sizes) {
      const [time, memory, turn] = [new Rounds(getters), new Rounds(getters), new Rounds(getters)];
      for (let round = 0; round < rounds; round++)
        for (const getter of getters) {
          const cost = await measured(getter, launch, megabytes);
          time.add(getter, cost.time);
          memory.add(getter, cost.memory);
          turn.add(getter, cost.delay);
        }
      const row = { part: 'large', name: `${name}, ${megabytes} MB` };
      time.report({ ...row, unit: 'ms' });
      memory.report({ ...row, name: `${row.name}, memory`, unit: 'MB' });
      turn.report({ ...row, name: `${row.name}, longest turn of the event loop`, unit: 'ms' });
    }
  });
}

const args = process.argv.slice(2);
(args.length > 0 ? measure(args) : main()).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
