import { expect, test } from 'vitest';
import { participantPrompts } from '../../../../src/ui/participant/promptCommand';
import {
  participantFound,
  participantTools,
  serverTools,
  participantServers,
} from '../../../../src/ui/participant/participantPages';
import { noCosts } from '../../../../src/ui/costs/noCosts';
import { shownCosts, toolCosts } from '../../../../src/ui/costs/toolCosts';
import type { ServerState } from '../../../../src/ipc/state';
import { catalog, entries, shopFile } from '../samples';
import { untrustedMarkdown } from '../../../../src/ui/text/markdown';

const shop = shopFile('{"servers": {"till": {"command": "till"}, "sly](x)": {"command": "sly"}}}');
const [till, sly] = ['folder:shop/till', 'folder:shop/sly](x)'];

/** The servers of the shop, with states in place of their own. */
function serversIn(states: Readonly<Record<string, ServerState>>) {
  return Array.from(entries([shop]), ([id, entry]) => {
    const state = states[id] ?? entry.snapshot.state;
    return { ...entry, snapshot: { ...entry.snapshot, state } };
  });
}

test('a server that is not well has its reason and what to do', () => {
  const error = { code: 'notFound', args: { command: 'till', folders: [], more: 0 } };
  const text = participantServers(serversIn({ [till]: { kind: 'failed', error } }), noCosts, 0);
  expect(text).toContain('$(error) **till** failed · not found: till');
  expect(text).toMatch(/\[Why\?\]\(command:roundhouse\.whyNotRunning\?[\w%.-]+\)/);
});

test('names of others are no Markdown, and no addresses', () => {
  expect(untrustedMarkdown('https://a.b me@a.b &lt; x: y')).toBe(
    String.raw`https\://a\.b me\@a\.b \&lt; x: y`,
  );
  const text = participantServers(serversIn({}), noCosts, 0);
  expect(text).not.toContain('sly](x)');
  expect(text).toContain(String.raw`sly\]\(x\)`);
});

test('tools are listed by server with what they cost, and no more than a person reads', () => {
  const many = Array.from({ length: 40 }, (_tool, at) => ({ name: `add_${at}` }));
  const costs = toolCosts({
    servers: [{ id: till, name: 'till' }],
    catalogs: new Map([[till, catalog({ tools: many })]]),
    counts: new Map([[till, new Map(many.map(({ name }) => [name, 10]))]]),
    isOn: (_server, tool) => tool !== 'add_0',
  });
  const text = participantTools(shownCosts(costs, 0));
  expect(text).toContain('Chat gets 39 tools · 390 tokens.');
  expect(text).toContain('**till** · 390 tokens · 1 switched off');
  expect(text).toContain('14 more: `/tools till` lists them');
  expect(text).toContain('](command:roundhouse.showTool?');
  expect(text).not.toContain(String.raw`add\_0]`);
  const all = serverTools('till', shownCosts(costs, 0)) ?? '';
  expect(all.split('\n- ')).toHaveLength(40);
  expect(serverTools('stock', shownCosts(costs, 0))).toBeUndefined();
});

test('neither names nor what is to be written make links, formats or icons of their own', () => {
  const name = 'x` [a](command:roundhouse.addServer) $(check)';
  const many = Array.from({ length: 40 }, (_tool, at) => ({ name: `${name} ${at}` }));
  const costs = toolCosts({
    servers: [{ id: till, name }],
    catalogs: new Map([[till, catalog({ tools: many })]]),
    counts: new Map(),
    isOn: () => true,
  });
  const shown = shownCosts(costs, 0);
  const text = participantTools(shown) + serverTools(name, shown);
  expect(text).toContain(
    '15 more: ``/tools x` [a](command:roundhouse.addServer) $ (check)`` lists',
  );
  const rest = text.replaceAll(/``[^\n]+``/g, '');
  expect(rest).not.toContain('](command:roundhouse.addServer');
  expect(text.replaceAll('$ (', '')).not.toMatch(/\$\\?\(/);
});

test('a search shows what it found, of which server, and says where nothing fits', () => {
  const tool = { name: 'add', description: 'Adds <b>coins</b>. And more.' };
  const text = participantFound('coins', [{ server: sly, tool }], () => 'sly](x)');
  expect(text).toContain('1 tool fits `coins`');
  expect(text).toContain(String.raw`of sly\]\(x\)`);
  expect(text).toContain(String.raw`Adds \<b\>coins\</b\>`);
  expect(participantFound('`', [], () => '')).toBe('No tool fits `` ` ``.');
});

test('prompts are listed where none is named', () => {
  const item = { label: 'greet', kind: 'prompt' as const, server: till, item: 'greet' };
  const groups = [{ name: 'till', picks: [{ ...item, detail: 'Says hello' }] }];
  expect(participantPrompts('', groups)).toContain('- `till/greet` · Says hello');
  expect(participantPrompts('gret', groups)).toMatch(/^No server has a prompt `gret`\. /);
  expect(participantPrompts('', [])).toBe('No server has told of prompts yet.');
});
