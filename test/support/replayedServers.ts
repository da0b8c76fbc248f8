import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '../../src/ipc/state';
import { fakeStdio } from './fakeServer/fakeServer';
import { realTools } from './realCatalogs/realCatalogs';

/** How to start a server. */
interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

/** How many servers, tools of all, and tools of the one that has most. */
export const manyOf = { servers: 60, tools: 5_000, ofLargest: 500 } as const;

/** The name of the server that has most tools. */
export const largest = 'depot';

/**
 * Sixty servers with 5,000 tools together, each a process of its own that says what real servers say: those of
 * npm as they are, and others with the same tools under further names. The lists stand in files of this folder.
 */
export async function replayedServers(folder: string): Promise<Record<string, Entry>> {
  const lists = listsOf(await realTools());
  const entries = [...lists].map(([name, tools]): [string, Entry] => {
    const toolsFile = join(folder, `${name}.json`);
    writeFileSync(toolsFile, JSON.stringify(tools));
    const { command, args } = fakeStdio({ toolsFile });
    return [name, { command, args }];
  });
  return Object.fromEntries(entries);
}

function listsOf(real: ReadonlyMap<string, readonly Tool[]>): Map<string, readonly Tool[]> {
  const known = [...real.values()].flat();
  const copies = copiesOf(known);
  const lists = new Map(real);
  lists.set(largest, take(copies, manyOf.ofLargest));
  let left = manyOf.tools - known.length - manyOf.ofLargest;
  for (let servers = manyOf.servers - lists.size; servers > 0; servers--) {
    const count = Math.floor(left / servers);
    lists.set(`store${String(servers).padStart(2, '0')}`, take(copies, count));
    left -= count;
  }
  return lists;
}

function* copiesOf(tools: readonly Tool[]): Generator<Tool, never> {
  for (let number = 1; ;) {
    for (const tool of tools) yield { ...tool, name: `${tool.name}_${number++}` };
  }
}

function take(from: Generator<Tool, never>, count: number): Tool[] {
  return Array.from({ length: count }, () => from.next().value);
}
