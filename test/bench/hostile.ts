import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { besideHostile, type Beside } from '../support/hostile/besideHostile';
import { behaviours, goodBehaviour } from '../support/hostile/behaviours.mjs';

/** Milliseconds. */
const duration = 3_000;

/** How long a server's calls take beside a hostile one in the same host; first beside one with good manners. */
async function main(): Promise<void> {
  console.log('\n        calls      p50      p99    worst   memory   beside');
  for (const behaviour of [goodBehaviour, ...Object.keys(behaviours)]) {
    for (const transport of ['stdio', 'http'] as const) {
      const home = mkdtempSync(path.join(tmpdir(), 'rh-'));
      try {
        const beside = await besideHostile(home, transport, behaviour, duration);
        console.log(`${transport.padEnd(5)} ${figures(beside)}   ${behaviour}: ${beside.end}`);
      } finally {
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      }
    }
  }
}

function figures({ waits, memory, isSameHost }: Beside): string {
  const at = (share: number): string =>
    `${(waits[Math.ceil(share * waits.length) - 1] ?? Number.NaN).toFixed(0)} ms`.padStart(9);
  const host = isSameHost ? '' : ' (another host)';
  return `${String(waits.length).padStart(7)}${at(0.5)}${at(0.99)}${at(1)}${`${memory} MB`.padStart(9)}${host}`;
}

await main();
process.exit();
