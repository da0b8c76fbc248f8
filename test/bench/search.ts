import { ToolSearch } from '../../src/tools/toolSearch';
import type { FoundTool } from '../../src/ipc/contract';
import { searchExamples } from '../support/search/searchExamples';
import { searchedServers } from '../support/search/searchedServers';
import { report } from './report';

const rounds = 20;
/** Tools beside those of the servers that people use. */
const others = [1_000, 5_000, 10_000];

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

async function among(others: number): Promise<void> {
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
  const name = `among ${tools.length} tools of ${servers.length} servers`;
  const part = 'search';
  report({
    part,
    name: `${name}, first`,
    unit: 'ms',
    figures: { clock: [first.clock], processor: [first.cpu] },
  });
  const figures = {
    clock: times.map(({ clock }) => clock),
    // The clock of the processor ticks too seldom for one search.
    processor: [times.reduce((sum, { cpu }) => sum + cpu, 0) / times.length],
  };
  report({ part, name: `${name}, later`, unit: 'ms', figures });
  report({ part, name: `${name}, kept`, unit: 'MB', figures: { memory: [memory] } });
  const share = (hits * 100) / times.length;
  report({
    part,
    name: `${name}, wanted tool among the first five`,
    unit: '%',
    figures: { found: [share] },
  });
}

for (const count of others) await among(count);
