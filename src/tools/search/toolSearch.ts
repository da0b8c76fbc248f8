import { setImmediate } from 'node:timers/promises';
import type { FoundTool } from '../../ipc/requests';
import type { Tool } from '../../ipc/state';
import { readQuery } from './readQuery';
import { score } from './score';
import { indexTools, type ToolIndex } from './toolIndex';
import { Vocabulary, type SearchedTools } from './vocabulary';
import { squashed, stemOf, wordsOf } from './words';

/** What has less than this part of the best one's points is not worth reading. */
const worstShown = 0.1;
/** A name that was asked for by itself comes before all that is found by words. */
const exact = 1_000_000;
/** What is left of the points of others' tools where a server is named. */
const foreign = 0.8;
/** So many letters of a server's name are left at least where it is cut. */
const leastOfServer = 8;
/** Milliseconds after which others get their turn while words are read. */
const slice = 15;

/** One server with what models get of it; nothing while that is not known. */
export interface SearchedServer {
  readonly id: string;
  readonly name: string;
  readonly modelCatalog: { peek(): { readonly tools: readonly Tool[] } | undefined };
}

/** What was read of a list holds for as long as that list is there, for whoever searches it. */
const indexes = new WeakMap<readonly Tool[], ToolIndex>();

/** Searches the tools of servers. Words are read at the first search, and then of lists that are new. */
export class ToolSearch {
  #vocabulary = new Vocabulary([]);

  /**
   * Ranks tools by the words of a query: by where the words stand, how rare they are and how many of them
   * are there. Typing mistakes, beginnings of words and other words for the same count less. Equals stay
   * in their order, as all do for an empty query.
   */
  async find(
    servers: Iterable<SearchedServer>,
    query: string,
    limit: number,
  ): Promise<FoundTool[]> {
    const all = [...servers];
    if (query.trim() === '') return inOrder(all, limit);
    const searched = await indexed(all);
    if (!this.#vocabulary.isOf(searched)) this.#vocabulary = new Vocabulary(searched);
    return hits(query, this.#vocabulary)
      .toSorted((a, b) => b.points - a.points)
      .slice(0, limit)
      .map(({ found }) => found);
  }
}

interface Hit {
  readonly points: number;
  readonly found: FoundTool;
}

function inOrder(servers: readonly SearchedServer[], limit: number): FoundTool[] {
  const found: FoundTool[] = [];
  for (const { id, modelCatalog } of servers) {
    const { tools = [] } = modelCatalog.peek() ?? {};
    for (const tool of tools.slice(0, limit - found.length)) found.push({ server: id, tool });
  }
  return found;
}

async function indexed(servers: readonly SearchedServer[]): Promise<SearchedTools[]> {
  const all: SearchedTools[] = [];
  let since = performance.now();
  for (const server of servers) {
    const tools = server.modelCatalog.peek()?.tools;
    if (!tools) continue;
    let index = indexes.get(tools);
    if (!index) {
      index = indexTools(tools);
      indexes.set(tools, index);
    }
    all.push({ server, index });
    if (performance.now() - since < slice) continue;
    await setImmediate();
    since = performance.now();
  }
  return all;
}

function hits(query: string, vocabulary: Vocabulary): Hit[] {
  const wanted = readQuery(query, vocabulary);
  const names = namesIn(query);
  const isMeant = meantServers(query);
  const isAnyMeant = vocabulary.all.some(({ server }) => isMeant(server.name));
  let best = 0;
  const scored = vocabulary.all.map(({ server, index }) => {
    const share = isAnyMeant && !isMeant(server.name) ? foreign : 1;
    const points = score(index, wanted, vocabulary).map((some) => some * share);
    addNamed(points, names, squashed(server.name), index);
    for (const some of points) if (some > best) best = some;
    return { server, index, points };
  });
  const worst = Math.min(best, exact) * worstShown;
  const found: Hit[] = [];
  for (const { server, index, points } of scored) {
    for (const [at, some] of points.entries()) {
      const tool = index.tools[at];
      if (tool && some > 0 && some >= worst)
        found.push({ points: some, found: { server: server.id, tool } });
    }
  }
  return found;
}

/** Tells whether a query has all words of a server's name. */
function meantServers(query: string): (name: string) => boolean {
  const asked = new Set(wordsOf(query).map(stemOf));
  return (name) => wordsOf(name).every((word) => asked.has(stemOf(word)));
}

/** What of a query may be the name of a tool: the whole, and what is written as names are. */
function namesIn(query: string): string[] {
  const written = query.split(/\s+/).filter((word) => /.[-_./].|\p{Ll}\p{Lu}/u.test(word));
  return [...new Set([query, ...written].map(squashed))];
}

/** A tool whose own name, or that after its server's, was asked for is what is meant. */
function addNamed(
  points: Float64Array,
  names: readonly string[],
  server: string,
  index: ToolIndex,
): void {
  for (const name of names) {
    const ways = [
      [name, exact],
      [afterServer(name, server), 2 * exact],
    ] as const;
    for (const [wanted, bonus] of ways) {
      for (const at of index.names.get(wanted) ?? []) points[at] = (points[at] ?? 0) + bonus;
    }
  }
}

/** What stands behind the name of a server; the editor puts `mcp` before it, and cuts it. */
function afterServer(name: string, server: string): string {
  const whole = name.startsWith('mcp') ? name.slice('mcp'.length) : name;
  let at = 0;
  while (at < server.length && whole[at] === server[at]) at++;
  return at < Math.min(server.length, leastOfServer) ? '' : whole.slice(at);
}
