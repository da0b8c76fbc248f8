import { expect, test } from 'vitest';
import {
  catalogChangeLines,
  catalogChangeText,
  changePicks,
} from '../../../../src/ui/tree/catalogChangeText';
import { catalog } from '../samples';

const change = { added: ['add'], removed: ['sell'], changed: ['pay'] };

test('counts what differs and names it, but not without end', () => {
  expect(catalogChangeText(change)).toBe('Tools: 1 added, 1 removed, 1 changed since last time');
  expect(catalogChangeText({ ...change, added: [], removed: [] })).toBe(
    'Tools: 1 changed since last time',
  );
  const many = Array.from({ length: 23 }, (_, at) => `t${at}`);
  const [line] = catalogChangeLines({ added: many, removed: [], changed: [] });
  expect(line).toMatch(/^Added: t0, .*, t19 and 3 more$/);
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
