import { expect, test } from 'vitest';
import {
  valuePlaceholder,
  valueRows,
  valueTitle,
} from '../../../../src/ui/resources/argumentInput';

const needed = { name: 'city', required: true };
const optional = { name: 'state', title: 'State', description: 'Name of it', required: false };

test('what was typed can always be taken, unless the server proposes it', () => {
  expect(valueRows(needed, 'En', ['Engineering']).map(({ value }) => value)).toEqual([
    'En',
    'Engineering',
  ]);
  expect(valueRows(needed, 'Sales', ['Sales']).map(({ value }) => value)).toEqual(['Sales']);
});

test('only what is optional can be left out', () => {
  expect(valueRows(needed, '', [])).toEqual([]);
  expect(valueRows(optional, '', ['a'])).toEqual([
    { label: 'a', value: 'a' },
    { label: 'Leave It Out', value: undefined },
  ]);
});

test('words of the server make no icons and no links', () => {
  const [row] = valueRows(needed, '', ['$(gear) [x](command:y)']);
  expect(row).toEqual({ label: '$ (gear) [x] (command:y)', value: '$(gear) [x](command:y)' });
  expect(valueTitle('args-prompt', optional)).toBe('args-prompt: State');
  expect(valuePlaceholder(optional)).toBe('Name of it (optional)');
  expect(valuePlaceholder(needed)).toBe('city');
});
