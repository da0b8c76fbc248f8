import { bigResultCosts } from '../support/bigResultCosts';

const megabytes = 100;
const rounds = 5;

async function main(): Promise<void> {
  console.log(`\na result of ${megabytes} MB        ms    × raw      MB    × raw`);
  for (const { name, floor, ours } of await bigResultCosts(megabytes * 1_000_000, rounds)) {
    for (const [who, cost] of [['raw', floor] as const, ['ours', ours] as const]) {
      const cells = [
        `${name}, ${who}`.padEnd(20),
        cost.time.toFixed(0).padStart(8),
        (cost.time / floor.time).toFixed(2).padStart(8),
        cost.memory.toFixed(0).padStart(8),
        (cost.memory / floor.memory).toFixed(2).padStart(8),
      ];
      console.log(cells.join(' '));
    }
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
