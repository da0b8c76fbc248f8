import { describe, expect, test } from 'vitest';
import { ToolSearch, type SearchedServer } from '../../../../src/tools/search/toolSearch';
import { searchedServer } from '../../../support/search/searchedServers';

async function first(servers: readonly SearchedServer[], query: string): Promise<string> {
  const [found] = await new ToolSearch().find(servers, query, 1);
  return found ? `${found.server.replace('user/', '')}/${found.tool.name}` : '';
}

describe('of several tools that have a word of what is asked', () => {
  const cards = ['add_card', 'move_card', 'copy_card', 'watch_card', 'list_cards', 'archive_card'];
  const history = { name: 'get_history', description: 'What happened, newest first' };
  const kanban = searchedServer('kanban', [...cards.map((name) => ({ name })), history]);
  const others = ['browser', 'editor', 'shell', 'player'].map((name) =>
    searchedServer(name, [{ name: 'open' }, { name: 'close' }, history]),
  );

  test('that counts which belongs to a server that is about the rest', async () => {
    const found = await new ToolSearch().find([...others, kanban], 'history of a card', 20);
    const histories = found.filter(({ tool }) => tool.name === history.name);
    expect(histories.map(({ server }) => server)).toHaveLength(5);
    expect(histories[0]?.server).toBe('user/kanban');
  });

  test('that counts which is about a word that many others have in their small print', async () => {
    const told = { notify: { description: 'Whether the owner is told by mail' } };
    const farms = Array.from({ length: 40 }, (_farm, at) =>
      searchedServer(`farm ${at}`, [
        { name: 'milk_cow', inputSchema: { properties: told } },
        { name: 'shear_sheep', inputSchema: { properties: told } },
      ]),
    );
    const shop = searchedServer('shop', [
      {
        name: 'pack_parcel',
        description: 'Packs what was ordered. The invoice goes into the parcel as well.',
      },
    ]);
    const post = searchedServer('post', [{ name: 'read_mail', description: 'One mail, as text' }]);
    expect(await first([...farms, shop, post], 'mail with the invoice')).toBe('post/read_mail');
  });
});

test.each([
  ['take Ben off the card', 'remove_member'],
  ['take off Ben', 'remove_member'],
  ['call the whole meeting off', 'cancel_meeting'],
  ['take a picture of the meeting', 'take_picture'],
])('what is done may stand on both sides of whom it is done to: %s', async (query, wanted) => {
  const names = ['take_picture', 'get_card', 'get_meeting', 'remove_member', 'cancel_meeting'];
  const office = searchedServer(
    'office',
    names.map((name) => ({ name, description: 'Of a card or a meeting, with Ben' })),
  );
  expect(await first([office], query)).toBe(`office/${wanted}`);
});

describe('of the words of a name', () => {
  const board = searchedServer(
    'board',
    ['get_card', 'find_card', 'show_card', 'get_my_cards', 'read_card'].map((name) => ({ name })),
  );
  const git = searchedServer('git', [
    { name: 'mark_commit', description: 'Marks a commit, as with a tag. A release has one.' },
  ]);
  const hosts = ['north', 'south', 'east', 'west'].map((name) =>
    searchedServer(name, [{ name: 'get_version', title: 'Version' }]),
  );

  test('those count which stand side by side as they are asked for', async () => {
    expect(await first([board], 'my cards')).toBe('board/get_my_cards');
  });

  test('one tells once, though it may stand for two that are asked for', async () => {
    expect(await first([...hosts, git], 'tag of the release')).toBe('git/mark_commit');
  });
});

test('what a phrase has words for is no reason to find others by one of them', async () => {
  const chart = searchedServer(
    'chart',
    ['area', 'bar', 'pie', 'organization', 'line'].map((kind) => ({
      name: `generate_${kind}_chart`,
      description:
        kind === 'organization' ? 'Who leads whom' : 'A chart with the chart, as a chart',
    })),
  );
  const people = searchedServer('people', [{ name: 'list_org' }]);
  expect(await first([people, chart], 'org chart')).toBe('chart/generate_organization_chart');
});
