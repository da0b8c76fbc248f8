import { expect, test, vi } from 'vitest';
import {
  valuePlaceholder,
  valueRows,
  valueTitle,
} from '../../../../src/ui/resources/argumentInput';

/** The lists that were opened, the last one of which a person sees. */
const lists = vi.hoisted((): ReturnType<typeof newList>[] => []);

function newList() {
  const heard = new Map<string, () => void>();
  const event = (name: string) => (listener: () => void) => {
    heard.set(name, listener);
    return { dispose: vi.fn() };
  };
  return {
    title: '',
    value: '',
    selectedItems: [],
    onDidChangeValue: event('type'),
    onDidTriggerButton: event('back'),
    onDidHide: event('hide'),
    onDidAccept: event('accept'),
    show: vi.fn(),
    dispose: vi.fn(),
    /** Does as a person does. */
    act: (name: 'back' | 'accept') => heard.get(name)?.(),
  };
}

vi.mock('vscode', () => ({
  QuickInputButtons: {},
  l10n: { t: (said: string) => said },
  window: {
    createQuickPick: () => {
      const list = newList();
      lists.push(list);
      return list;
    },
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { enterArguments } = await import('../../../../src/ui/resources/argumentInput.editor');

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

test('what was typed and taken is there again after a step back', async () => {
  const values = ['city', 'street', 'door'].map((name) => ({ name, required: true }));
  const entered = enterArguments({ subject: 'address', values, completions: undefined });
  /** Does something in the list that is open, and waits for the next one. */
  const step = async (act: 'back' | 'accept', typed?: string) => {
    const list = lists.at(-1);
    const { length } = lists;
    if (list && typed !== undefined) list.value = typed;
    list?.act(act);
    await vi.waitFor(() => expect(lists.length).toBeGreaterThan(length));
    return lists.at(-1)?.value;
  };
  await step('accept', 'Paris');
  await step('accept', 'Rue');
  expect(await step('back', '7')).toBe('Rue');
  expect(await step('back')).toBe('Paris');
  expect(await step('accept')).toBe('Rue');
  expect(await step('accept')).toBe('7');
  lists.at(-1)?.act('accept');
  expect(await entered).toEqual({ city: 'Paris', street: 'Rue', door: '7' });
});
