import { setImmediate } from 'node:timers/promises';
import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import { Sequencer } from '../../../../src/base/sequencer';
import { effectiveSettings } from '../../../../src/config/settings/effectiveSettings';
import type { ServerState } from '../../../../src/ipc/state';
import type { ArgumentContext } from '../../../../src/ui/resources/openResource.editor';
import {
  valuePlaceholder,
  valueRows,
  valueTitle,
} from '../../../../src/ui/resources/argumentInput';
import { entries, shopFile, snapshot } from '../samples';

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
  ConfigurationTarget: {},
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
const { askArguments } = await import('../../../../src/ui/resources/openResource.editor');

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

/** A server with completions, which is stopped. Its start asks for an input before it ends in a state. */
function openStopped(end: ServerState, abort?: AbortSignal) {
  const file = shopFile(JSON.stringify({ servers: { till: { command: 'till' } } }));
  const shown = signal<ReadonlyMap<string, unknown>>(new Map());
  const setState = (state: ServerState) => {
    const capabilities = { completions: {} };
    const handshake = { era: 'legacy', protocolVersion: '2025-11-25', capabilities } as const;
    const known = { ...snapshot(state), handshake: { ...handshake, serverInfo: {} } };
    const effective = effectiveSettings('till', {});
    const [[id, entry] = []] = entries([file], { till: known });
    shown.value = new Map([[id ?? '', { ...entry, effective }]]);
  };
  setState({ kind: 'idle', cached: true });
  const [server = ''] = shown.peek().keys();
  const showing = new Sequencer();
  let answer: () => void = () => undefined;
  const input = new Promise<void>((resolve) => (answer = resolve));
  const asked: unknown[] = [];
  const host = {
    start: async () => {
      await showing.run(async () => {
        asked.push('input');
        await input;
      });
      setState(end);
    },
    read: async ({ gesture }: { readonly gesture: boolean }) => {
      asked.push({ gesture });
      return { completion: { values: ['Paris'] } };
    },
  };
  const stop = async () => (asked.push('stop'), setState({ kind: 'idle', cached: true }), answer());
  const context = { workspace: { host, stop, entries: shown }, inputs: { showing } };
  const entered = askArguments(
    context as unknown as ArgumentContext,
    { server, reference: { type: 'ref/prompt', name: 'greet' } },
    { subject: 'greet', values: [needed] },
    abort,
  );
  return { entered, asked, answer: () => answer(), showing };
}

test('the start of a server asks before the arguments, and other questions wait for these', async () => {
  const { length } = lists;
  const up = { kind: 'running', since: 1 } as const;
  const { entered, asked, answer, showing } = openStopped(up);
  await vi.waitFor(() => expect(asked).toEqual(['input']));
  expect(lists).toHaveLength(length);
  answer();
  await vi.waitFor(() => expect(lists).toHaveLength(length + 1));
  const other = showing.run(async () => asked.push('form'));
  await setImmediate();
  expect(asked).toEqual(['input', { gesture: false }]);
  const list = lists.at(-1);
  if (list) list.value = 'Paris';
  list?.act('accept');
  expect(await entered).toEqual({ city: 'Paris' });
  await other;
  expect(asked).toEqual(['input', { gesture: false }, 'form']);
});

test('no argument is asked for where the person declines to start the server', async () => {
  const { length } = lists;
  const { entered, answer } = openStopped({
    kind: 'blocked',
    need: 'input',
    reason: { code: 'inputMissing' },
  });
  answer();
  expect(await entered).toBeUndefined();
  expect(lists).toHaveLength(length);
});

test('a server that does not start says why in place of asking for arguments', async () => {
  const { length } = lists;
  const { entered, answer } = openStopped({ kind: 'failed', error: { code: 'commandNotFound' } });
  answer();
  await expect(entered).rejects.toMatchObject({ code: 'commandNotFound' });
  expect(lists).toHaveLength(length);
});

test('whoever ends the wait for the arguments takes the start back', async () => {
  const abort = new AbortController();
  const { entered, asked } = openStopped({ kind: 'idle', cached: true }, abort.signal);
  await vi.waitFor(() => expect(asked).toEqual(['input']));
  abort.abort();
  expect(await entered).toBeUndefined();
  expect(asked).toEqual(['input', 'stop']);
});
