import { expect, test } from 'vitest';
import { toolPicks } from '../../../../src/ui/toolSets/toolPicks';
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

test('neither a name nor a description shows an icon or hides a character', () => {
  const tools = [{ name: '$(verified) a\u{202e}dd', description: '$(verified-filled) Verified' }];
  const [pick] = toolPicks(entries([file]), new Map([['folder:shop/mail', catalog({ tools })]]));
  expect(pick).toMatchObject({
    label: '$ (verified) a\\u{202e}dd',
    detail: '$ (verified-filled) Verified',
    tool: tools[0],
  });
});
