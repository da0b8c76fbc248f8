import { ToolSearch } from '../../src/tools/toolSearch';
import type { FoundTool } from '../../src/ipc/requests';
import { searchExamples } from '../support/search/searchExamples';
import { searchedServers } from '../support/search/searchedServers';

const rounds = 20;
const others = 5_000;

/** What the middle ones of ascending figures are, and what only a few exceed. */
function spread(figures: readonly number[]): string {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`;
}

/** What something took, in milliseconds: of the clock, and of the processor, which others may keep busy. */
async function timed(run: () => Promise<unknown>): Promise<{ clock: number; cpu: number }> {
  const [begun, used] = [performance.now(), process.threadCpuUsage()];
  await run();
  const { user, system } = process.threadCpuUsage(used);
  return { clock: performance.now() - begun, cpu: (user + system) / 1_000 };
}

/** Megabytes on the heap that something still needs. */
function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_000_000;
}

async function main(): Promise<void> {
  const servers = searchedServers(others);
  const tools = servers.flatMap(({ modelCatalog }) => modelCatalog.peek()?.tools ?? []);
  const before = heap();
  const search = new ToolSearch();
  const first = await timed(() => search.find(servers, 'anything', 1));
  const memory = heap() - before;
  const times: { clock: number; cpu: number }[] = [];
  let hits = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [query, wanted] of searchExamples) {
      let found: readonly FoundTool[] = [];
      times.push(await timed(async () => (found = await search.find(servers, query, 20))));
      const five = found.slice(0, 5).map(({ server, tool }) => `${server}/${tool.name}`);
      if (five.includes(`user/${wanted}`)) hits += 1;
    }
  }
  const lines = [
    `search among ${tools.length} tools of ${servers.length} servers`,
    `  first search, which reads all: ${first.clock.toFixed(0)} ms, ${first.cpu.toFixed(0)} ms of the processor`,
    `  kept: ${memory.toFixed(1)} MB`,
    `  ${times.length} searches, by the clock: ${spread(times.map(({ clock }) => clock))}`,
    `  ${times.length} searches, of the processor: ${spread(times.map(({ cpu }) => cpu))}`,
    `  among the first five: ${((hits * 100) / times.length).toFixed(1)} %`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

await main();
