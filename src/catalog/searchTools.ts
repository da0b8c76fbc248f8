import type { FoundTool } from '../contract/requests';
import type { Tool } from '../contract/state';
import type { Seat } from '../supervisor/seat';

/** Weights of the places where a word of the query is found. */
const weights = { name: 8, title: 4, server: 3, parameter: 2, description: 1 } as const;

function words(text: string | undefined): string {
  return (text ?? '').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}

function parameters(tool: Tool): string {
  const properties = tool.inputSchema?.['properties'];
  return typeof properties === 'object' && properties !== null
    ? Object.keys(properties).join(' ')
    : '';
}

function score(query: readonly string[], server: string, tool: Tool): number {
  const places = [
    [words(tool.name), weights.name],
    [words(tool.title), weights.title],
    [words(server), weights.server],
    [words(parameters(tool)), weights.parameter],
    [words(tool.description), weights.description],
  ] as const;
  let total = 0;
  for (const word of query) {
    for (const [text, weight] of places) if (text.includes(word)) total += weight;
  }
  return total;
}

/** Ranks the known tools of all servers by the words of the query; an empty query keeps their order. */
export function searchTools(seats: Iterable<Seat>, query: string, limit: number): FoundTool[] {
  const asked = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const found: { score: number; hit: FoundTool }[] = [];
  for (const seat of seats) {
    for (const tool of seat.catalog.peek()?.tools ?? []) {
      const points = score(asked, seat.name, tool);
      if (points > 0 || asked.length === 0) {
        found.push({ score: points, hit: { server: seat.id, tool } });
      }
    }
  }
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ hit }) => hit);
}
