import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  costOf,
  getters,
  openGetter,
  typical,
  withGivers,
  type Cost,
  type Getter,
  type Giver,
} from '../support/bigResultCosts';

const megabytes = 100;
const rounds = 5;

/** Megabytes that the operating system gave this process at most. */
function resident(): number {
  return process.resourceUsage().maxRSS / 1_000;
}

/** Each result comes to a process of its own: only then is the most that it had the cost of this result. */
async function measure([getter, launch]: readonly string[]): Promise<void> {
  const open = await openGetter(getter as Getter, JSON.parse(String(launch)) as Giver['launch']);
  await open.get(1_000);
  const cost = await costOf(open, megabytes * 1_000_000, () => {
    const before = resident();
    return () => resident() - before;
  });
  console.log(JSON.stringify(cost));
  await open.close();
}

async function measured(getter: Getter, launch: Giver['launch']): Promise<Cost> {
  const args = ['--no-warnings', '--expose-gc', String(process.argv[1]), getter];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, JSON.stringify(launch)]);
  return JSON.parse(stdout) as Cost;
}

function row(name: string, cost: Cost, floor: Cost): string {
  return [
    name.padEnd(20),
    cost.time.toFixed(0).padStart(8),
    (cost.time / floor.time).toFixed(2).padStart(8),
    cost.memory.toFixed(0).padStart(8),
    (cost.memory / floor.memory).toFixed(2).padStart(8),
  ].join(' ');
}

async function main(): Promise<void> {
  console.log(`\na result of ${megabytes} MB        ms    × raw      MB    × raw`);
  await withGivers(async ({ name, launch }) => {
    const costs: Record<Getter, Cost[]> = { raw: [], ours: [] };
    for (let round = 0; round < rounds; round++) {
      for (const getter of getters) costs[getter].push(await measured(getter, launch));
    }
    const floor = typical(costs.raw);
    for (const getter of getters) {
      console.log(row(`${name}, ${getter}`, typical(costs[getter]), floor));
    }
  });
}

const args = process.argv.slice(2);
(args.length > 0 ? measure(args) : main()).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
