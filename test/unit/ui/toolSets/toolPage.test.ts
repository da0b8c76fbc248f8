import { expect, test } from 'vitest';
import { toolPage, toolPicks } from '../../../../src/ui/toolSets/toolPage';
import { catalog, entries, shopFile } from '../samples';

const file = shopFile('{"servers": {"till": {"command": "a"}, "mail": {"command": "b"}}}');
const add = {
  name: 'add',
  title: 'Add',
  description: 'Adds an item\nto the basket',
  inputSchema: { type: 'object', properties: {} },
};
const catalogs = new Map([
  ['folder:shop/till', catalog({ tools: [add, { name: 'pay' }] })],
  ['folder:shop/mail', catalog({ tools: [{ name: 'send' }] })],
]);

test('lists name, server and first line of the description', () => {
  const lines = toolPicks(entries([file]), catalogs).map(
    ({ label, description, detail }) => `${label} | ${description} | ${detail ?? ''}`,
  );
  expect(lines).toEqual(['add | till | Adds an item', 'pay | till | ', 'send | mail | ']);
});

test('can be limited to one server', () => {
  const picks = toolPicks(entries([file]), catalogs, 'folder:shop/mail');
  expect(picks.map(({ label }) => label)).toEqual(['send']);
});

test('no more of a description is listed than can be seen', () => {
  const tools = [{ name: 'add', description: `${'x'.repeat(5_000)}\nand more` }];
  const picks = toolPicks(entries([file]), new Map([['folder:shop/mail', catalog({ tools })]]));
  expect(picks[0]?.detail).toBe('x'.repeat(200));
});

test('a tool is shown as the server gave it', () => {
  expect(toolPage('till', add)).toBe(
    `\
# add

Add · till

Adds an item
to the basket

## inputSchema

\`\`\`json
{
  "type": "object",
  "properties": {}
}
\`\`\`
`,
  );
});

test('where models get other parameters, the page says which and why', () => {
  const list = { type: 'array' };
  const inputSchema = { type: 'object', properties: { a: list, b: list, '\u202Ec': list } };
  const page = toolPage('till', { ...add, inputSchema });
  expect(page).toContain('"a": {\n      "type": "array"\n    }');
  expect(page).toContain('## What models get');
  expect(page).toContain(
    '- a, b, \\u{202e}c: the list does not say what is in it; anything goes.\n',
  );
  expect(page).toContain('"a": {\n      "type": "array",\n      "items": {}\n    }');
});

test('a page of its own is told', () => {
  const app = { ...add, _meta: { ui: { resourceUri: 'ui://till/add' } } };
  expect(toolPage('till', app)).toContain('Comes with a page of its own (ui://till/add)');
  expect(toolPage('till', { ...add, _meta: { 'ui/resourceUri': 'ui://x' } })).toContain('(ui://x)');
  const page = { ...add, _meta: { ui: { resourceUri: 'https://example.com' } } };
  expect(toolPage('till', page)).not.toContain('of its own');
});

test('what a tool costs and what models read in its place stand on its page', () => {
  const page = toolPage('till', add, { tokens: 2_240, description: 'Adds.' });
  expect(page).toContain('\nAdd · till · 2.2k tokens\n');
  expect(page).toContain('Adds an item\nto the basket\n\n## What models read instead\n\nAdds.\n');
});
