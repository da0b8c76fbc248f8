import { expect, test } from 'vitest';
import {
  catalogChangeLines,
  catalogChangeText,
  changeGroups,
  changePicks,
} from '../../../../src/ui/tree/catalogChangeText';
import type { CatalogChange } from '../../../../src/ipc/state';
import { catalog } from '../samples';

const change: CatalogChange = { added: ['add'], removed: ['sell'], changed: ['pay'], breaking: [] };

test('counts what differs and names it, but not without end', () => {
  expect(catalogChangeText(change)).toBe('Tools: 1 added, 1 removed, 1 changed since last time');
  expect(catalogChangeText({ ...change, added: [], removed: [] })).toBe(
    'Tools: 1 changed since last time',
  );
  const many = Array.from({ length: 23 }, (_, at) => `t${at}`);
  const [line] = catalogChangeLines({ ...change, added: many });
  expect(line).toMatch(/^Added: t0, .*, t19 and 3 more$/);
});

test('what may break calls is counted by tool, and said', () => {
  const breaking = [
    { tool: 'pay', kind: 'parameterRequired', at: 'card.number' },
    { tool: 'pay', kind: 'parameterType', at: '' },
  ] as const;
  const broken = { ...change, breaking: [...breaking] };
  expect(catalogChangeText(broken)).toBe(
    'Tools: 1 added, 1 removed, 1 changed since last time; 1 may break calls',
  );
  const says = ['The parameter "card.number" is required now.', 'The parameter takes fewer types.'];
  expect(changeGroups(broken).at(-1)).toEqual({
    kind: 'changed',
    title: 'Changed',
    tools: [{ name: 'pay', breaking: says }],
  });
  expect(changePicks(broken, undefined).at(-1)?.detail).toBe(says.join(' '));
});

test('the list names each tool under its kind, with its page where it is there', () => {
  const tools = [{ name: 'add', description: 'Adds\nmuch' }, { name: 'pay' }];
  const picks = changePicks(change, catalog({ tools }));
  expect(
    picks.map(({ label, isGroup, detail, tool }) => [label, isGroup, detail, tool?.name]),
  ).toEqual([
    ['Added', true, undefined, undefined],
    ['add', false, 'Adds', 'add'],
    ['Removed', true, undefined, undefined],
    ['sell', false, undefined, undefined],
    ['Changed', true, undefined, undefined],
    ['pay', false, undefined, 'pay'],
  ]);
});

test('neither a name nor a description in the list shows an icon or hides a character', () => {
  const tools = [{ name: '$(verified) a\u{202e}dd', description: '$(verified-filled) Verified' }];
  const added = { ...change, added: tools.map(({ name }) => name) };
  expect(changePicks(added, catalog({ tools }))[1]).toMatchObject({
    label: '$ (verified) a\\u{202e}dd',
    detail: '$ (verified-filled) Verified',
    tool: tools[0],
  });
});
