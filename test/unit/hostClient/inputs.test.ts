import { describe, expect, it, vi } from 'vitest';
import type { Input } from '../../../src/config/definition';
import { Inputs, type AskInput } from '../../../src/hostClient/inputs';
import { folderSource } from '../config/textAt';
import { definitionOf, MemorySecretStore } from './memoryStores';

const key: Input = { id: 'key', type: 'promptString' };
const other: Input = { id: 'other', type: 'promptString' };
const definition = definitionOf({ command: 'c' });

interface Shown {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly answer: (value: string | undefined) => void;
}

/** A person who answers when told to; each question shown is recorded. */
function person(): { ask: AskInput; shown: Shown[] } {
  const shown: Shown[] = [];
  const ask: AskInput = (input, _definition, signal) =>
    new Promise((answer) => {
      shown.push({ id: input.id, signal, answer });
      signal.addEventListener('abort', () => answer(undefined));
    });
  return { ask, shown };
}

function asked(signal = new AbortController().signal): { gesture: boolean; signal: AbortSignal } {
  return { gesture: true, signal };
}

describe('Inputs', () => {
  it('asks only with a gesture, and keeps the answer', async () => {
    const { ask, shown } = person();
    const secrets = new MemorySecretStore();
    const inputs = new Inputs(secrets, ask);
    const unasked = { ...asked(), gesture: false };
    expect(await inputs.value(key, definition, unasked)).toBeUndefined();
    expect(shown).toHaveLength(0);

    const value = inputs.value(key, definition, asked());
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    shown[0]?.answer('s3cret');
    expect(await value).toBe('s3cret');
    expect(await new Inputs(secrets, ask).value(key, definition, unasked)).toBe('s3cret');
    expect(shown).toHaveLength(1);
  });

  it('asks once for all who need the same input, also when it is put off', async () => {
    const { ask, shown } = person();
    const inputs = new Inputs(new MemorySecretStore(), ask);
    const values = Promise.all([1, 2].map(() => inputs.value(key, definition, asked())));
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    shown[0]?.answer(undefined);
    expect(await values).toEqual([undefined, undefined]);
    expect(shown).toHaveLength(1);

    const again = inputs.value(key, definition, asked());
    await vi.waitFor(() => expect(shown).toHaveLength(2));
    shown[1]?.answer('v');
    expect(await again).toBe('v');
  });

  it('shows one question at a time', async () => {
    const { ask, shown } = person();
    const inputs = new Inputs(new MemorySecretStore(), ask);
    const first = inputs.value(key, definition, asked());
    const second = inputs.value(other, definition, asked());
    await vi.waitFor(() => expect(shown.map(({ id }) => id)).toEqual(['key']));
    shown[0]?.answer('1');
    expect(await first).toBe('1');
    await vi.waitFor(() => expect(shown.map(({ id }) => id)).toEqual(['key', 'other']));
    shown[1]?.answer('2');
    expect(await second).toBe('2');
  });

  it('keeps a question while one still waits, and takes it away with the last', async () => {
    const { ask, shown } = person();
    const inputs = new Inputs(new MemorySecretStore(), ask);
    const [one, two] = [new AbortController(), new AbortController()];
    const values = [one, two].map(({ signal }) => inputs.value(key, definition, asked(signal)));
    const outcomes = Promise.allSettled(values);
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    one.abort('gone');
    await expect(values[0]).rejects.toBe('gone');
    expect(shown[0]?.signal.aborted).toBe(false);
    two.abort('gone');
    await outcomes;
    expect(shown[0]?.signal.aborted).toBe(true);

    const again = inputs.value(key, definition, asked());
    await vi.waitFor(() => expect(shown).toHaveLength(2));
    shown[1]?.answer('v');
    expect(await again).toBe('v');
  });

  it('does not ask for what was answered while the store was still reading', async () => {
    const secrets = new MemorySecretStore();
    let letGo = (): void => undefined;
    const slow = new Promise<void>((resolve) => (letGo = resolve));
    const read = secrets.get.bind(secrets);
    const ask = vi.fn<AskInput>(async () => 'v');
    const inputs = new Inputs(secrets, ask);
    secrets.get = async (name) => {
      const before = await read(name);
      await slow;
      return before;
    };
    const late = inputs.value(key, definition, asked());
    secrets.get = read;
    expect(await inputs.value(key, definition, asked())).toBe('v');
    letGo();
    expect(await late).toBe('v');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('gives no value to another file, and forgets on request', async () => {
    const ask = vi.fn<AskInput>(async ({ id }) => id);
    const inputs = new Inputs(new MemorySecretStore(), ask);
    const elsewhere = definitionOf({ command: 'c' }, [], { ...folderSource, file: '/other.json' });
    await inputs.value(key, definition, asked());
    await inputs.value(key, elsewhere, asked());
    expect(ask).toHaveBeenCalledTimes(2);
    await inputs.forget(folderSource.file, 'key');
    await inputs.value(key, elsewhere, asked());
    expect(ask).toHaveBeenCalledTimes(2);
    await inputs.value(key, definition, asked());
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('asks again for a choice that is no longer offered', async () => {
    const secrets = new MemorySecretStore();
    const pick = (...values: string[]): Input => ({
      id: 'region',
      type: 'pickString',
      options: values.map((value) => ({ label: value, value })),
    });
    const inputs = new Inputs(secrets, async ({ options }) => options?.[0]?.value);
    expect(await inputs.value(pick('eu', 'us'), definition, asked())).toBe('eu');
    expect(await inputs.value(pick('us', 'eu'), definition, asked())).toBe('eu');
    expect(await inputs.value(pick('us'), definition, asked())).toBe('us');
  });

  it('passes on what the store says', async () => {
    const secrets = new MemorySecretStore();
    secrets.store = () => Promise.reject(new Error('locked'));
    const inputs = new Inputs(secrets, async () => 'v');
    await expect(inputs.value(key, definition, asked())).rejects.toThrow('locked');
  });
});
