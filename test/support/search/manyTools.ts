import type { Tool } from '../../../src/ipc/state';
import { Seeded } from '../seeded';

const trades =
  'airport archive bakery bank brewery casino choir cinema circus clinic court dairy dentist farm ferry pool florist foundry gallery garage garden gym harbour hospital hostel hotel insurer kennel laboratory laundry library lottery market mine mill museum nursery observatory orchard pharmacy plantation police press prison quarantine railway refinery restaurant sawmill school shipping stadium studio tannery theatre university vineyard warehouse workshop zoo';
const things = 'permit roster lease claim sample batch booking ration audit pledge'.split(' ');
const verbs: readonly (readonly [string, string])[] = [
  ['get', 'Returns one {thing} of the {trade} with all its fields.'],
  ['list', 'Lists the {thing}s of the {trade}, page by page.'],
  ['create', 'Creates a {thing} for the {trade} and sends a message to its owner.'],
  ['update', 'Updates the fields of a {thing}. What is not given stays.'],
  ['delete', 'Deletes a {thing} of the {trade} for ever. Use with care.'],
  ['search', 'Searches the {thing}s of the {trade} by words, dates and state.'],
  ['export', 'Exports the {thing}s of the {trade} to a file.'],
  ['approve', 'Approves a {thing} that waits for a decision, with a comment.'],
  ['assign', 'Assigns a {thing} of the {trade} to a member of the team.'],
];
const parameters: readonly (readonly [string, string])[] = [
  ['id', 'The identifier.'],
  ['limit', 'How many to return at most.'],
  ['cursor', 'Where the page before ended.'],
  ['filter', 'Only those that fit this expression.'],
  ['notify', 'Whether users are told by email.'],
  ['format', 'How the answer is written.'],
];

/** Servers of sixty trades with the same kinds of tools each, so many altogether; always the same ones. */
export function manyTools(count: number): Map<string, readonly Tool[]> {
  const seeded = new Seeded(60);
  const servers = new Map<string, Tool[]>();
  const names = trades.split(' ').slice(0, 60);
  const perServer = Math.ceil(count / names.length);
  let left = count;
  for (const trade of names) {
    const size = Math.min(left, perServer);
    left -= size;
    servers.set(
      trade,
      Array.from({ length: size }, (_tool, at) => toolAt(at, trade, seeded)),
    );
  }
  return servers;
}

function toolAt(at: number, trade: string, seeded: Seeded): Tool {
  const [verb, text] = verbs[at % verbs.length] ?? ['', ''];
  const thing = things[Math.floor(at / verbs.length)] ?? `thing${at}`;
  const some = parameters.filter(() => seeded.once(2));
  return {
    name: `${verb}_${trade}_${thing}`,
    description: text.replaceAll('{thing}', thing).replaceAll('{trade}', trade),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        some.map(([name, description]) => [name, { type: 'string', description }]),
      ),
      required: some.slice(0, 1).map(([name]) => name),
    },
  };
}
