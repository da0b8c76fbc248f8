import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Input } from '../../../src/config/definition';
import {
  commandValue,
  inputKey,
  inputOfKey,
  Inputs,
  type AskInput,
  type InputChange,
} from '../../../src/client/inputs';
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

  it('waits for a question of a server, which a command does not', async () => {
    const said: string[] = [];
    const inputs = new Inputs(new MemorySecretStore(), async ({ id }) => {
      said.push(id);
      return 'v';
    });
    let answer = (): void => undefined;
    const form = inputs.showing.run(() => new Promise<void>((resolve) => (answer = resolve)));
    const command: Input = { id: 'command', type: 'command' };
    await inputs.value(command, definition, asked());
    const value = inputs.value(key, definition, asked());
    const gone = new AbortController();
    const withdrawn = inputs.value(other, definition, asked(gone.signal));
    await setImmediate();
    expect(said).toEqual(['command']);
    gone.abort('gone');
    await expect(withdrawn).rejects.toBe('gone');
    answer();
    await form;
    expect(await value).toBe('v');
    await inputs.showing.idle();
    expect(said).toEqual(['command', 'key']);
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
    const { file } = folderSource;
    expect(await inputs.isStored(file, pick('us', 'eu'))).toBe(true);
    expect(await inputs.isStored(file, pick('us'))).toBe(false);
    expect(await inputs.isStored(file, { id: 'region', type: 'command' })).toBe(false);
    expect(await inputs.value(pick('us'), definition, asked())).toBe('us');
  });

  it('passes on what the store says', async () => {
    const secrets = new MemorySecretStore();
    secrets.store = () => Promise.reject(new Error('locked'));
    const inputs = new Inputs(secrets, async () => 'v');
    await expect(inputs.value(key, definition, asked())).rejects.toThrow('locked');
  });
});

describe('a value', () => {
  const { file } = folderSource;

  /** Inputs of one window on a store that others may share, with what they told. */
  function window(secrets = new MemorySecretStore(), ask: AskInput = async () => 'v') {
    const inputs = new Inputs(secrets, ask);
    const told: InputChange[] = [];
    inputs.onChanged((change) => told.push(change));
    return { inputs, told, secrets };
  }

  it('can be set, is there without being told, and can be forgotten', async () => {
    const { inputs, told } = window();
    expect(await inputs.isStored(file, key)).toBe(false);
    await inputs.set(file, 'key', 's3cret');
    expect(await inputs.isStored(file, key)).toBe(true);
    expect(await inputs.isStored('/other.json', key)).toBe(false);
    expect(await inputs.value(key, definition, { ...asked(), gesture: false })).toBe('s3cret');
    await inputs.forget(file, 'key');
    expect(await inputs.isStored(file, key)).toBe(false);
    expect(told).toEqual([
      { file, id: 'key', cause: 'set' },
      { file, id: 'key', cause: 'forgotten' },
    ]);
  });

  it('is told of when it is answered, and not when it is put off or known', async () => {
    const answers = [undefined, 'v'];
    const { inputs, told } = window(undefined, async () => answers.shift());
    await inputs.value(key, definition, asked());
    expect(told).toEqual([]);
    await inputs.value(key, definition, asked());
    await inputs.value(key, definition, asked());
    expect(told).toEqual([{ file, id: 'key', cause: 'answered' }]);
  });

  it('goes along when its input gets another id', async () => {
    const { inputs } = window();
    await inputs.set(file, 'key', 's3cret');
    await inputs.rename(file, 'key', 'token');
    expect(await inputs.isStored(file, key)).toBe(false);
    expect(await inputs.value({ ...key, id: 'token' }, definition, asked())).toBe('s3cret');
    await inputs.rename(file, 'token', 'token');
    expect(await inputs.isStored(file, { ...key, id: 'token' })).toBe(true);
    // A value of another input that had the id.
    await inputs.rename(file, 'none', 'token');
    expect(await inputs.isStored(file, { ...key, id: 'token' })).toBe(false);
  });

  it('that another window changed is told of once, and an own change never so', async () => {
    const secrets = new MemorySecretStore();
    const [here, there] = [window(secrets), window(secrets)];
    await here.inputs.set(file, 'key', 'a');
    await vi.waitFor(() => expect(there.told).toMatchObject([{ id: 'key', cause: 'elsewhere' }]));
    await there.inputs.set(file, 'key', 'b');
    await vi.waitFor(() =>
      expect(here.told.map(({ cause }) => cause)).toEqual(['set', 'elsewhere']),
    );
    await here.inputs.forget(file, 'key');
    await vi.waitFor(() => expect(there.told).toHaveLength(3));
    expect(there.told.map(({ cause }) => cause)).toEqual(['elsewhere', 'set', 'elsewhere']);
    await secrets.store('approval x', 'y');
    expect(here.told.map(({ cause }) => cause)).toEqual(['set', 'elsewhere', 'forgotten']);
    here.inputs.dispose();
    there.inputs.dispose();
    expect(secrets.listeners).toBe(0);
  });

  it('that this window read after the change is told of all the same', async () => {
    const secrets = new MemorySecretStore();
    const { inputs, told } = window(secrets);
    await inputs.set(file, 'key', 'a');
    secrets.values.set(inputKey(file, 'key'), 'b');
    expect(await inputs.value(key, definition, asked())).toBe('b');
    secrets.tell(inputKey(file, 'key'));
    await vi.waitFor(() => expect(told.at(-1)?.cause).toBe('elsewhere'));
  });
});

describe('an input of a command', () => {
  const run: Input = { id: 'pick', type: 'command', command: 'tasks.pick' };
  const unasked = { ...asked(), gesture: false };

  it('is fetched by each gesture, remembered for starts without one, and never stored', async () => {
    const answers = ['a', 'b'];
    const secrets = new MemorySecretStore();
    const ask = vi.fn<AskInput>(async () => answers.shift());
    const inputs = new Inputs(secrets, ask);
    expect(await inputs.value(run, definition, unasked)).toBeUndefined();
    expect(await inputs.value(run, definition, asked())).toBe('a');
    expect(await inputs.value(run, definition, unasked)).toBe('a');
    expect(await inputs.isStored(folderSource.file, run)).toBe(true);
    expect(await inputs.value(run, definition, asked())).toBe('b');
    expect(await inputs.value(run, definition, unasked)).toBe('b');
    expect(ask).toHaveBeenCalledTimes(2);
    expect(secrets.values.size).toBe(0);
    await inputs.forget(folderSource.file, 'pick');
    expect(await inputs.value(run, definition, unasked)).toBeUndefined();
  });

  it('has its value also with another id or in another file, and no other one there', async () => {
    const inputs = new Inputs(new MemorySecretStore(), async () => 'a');
    const { file } = folderSource;
    const elsewhere = definitionOf({ command: 'c' }, [], { ...folderSource, file: '/other.json' });
    await inputs.value(run, definition, asked());
    await inputs.set(file, 'task', 'of another input');
    await inputs.rename(file, 'pick', 'task');
    const renamed: Input = { ...run, id: 'task' };
    expect(await inputs.value(run, definition, unasked)).toBeUndefined();
    expect(await inputs.value(renamed, definition, unasked)).toBe('a');
    expect(await inputs.value({ ...key, id: 'task' }, definition, unasked)).toBeUndefined();
    await inputs.carry('task', file, '/other.json');
    expect(await inputs.value(renamed, elsewhere, unasked)).toBe('a');
  });

  it('is run once for two servers that start together', async () => {
    const { ask, shown } = person();
    const inputs = new Inputs(new MemorySecretStore(), ask);
    const values = Promise.all([1, 2].map(() => inputs.value(run, definition, asked())));
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    shown[0]?.answer('x');
    expect(await values).toEqual(['x', 'x']);
    expect(shown).toHaveLength(1);
  });

  it.each([undefined, null, 1, {}, ['x']])('that gives %j gives nothing', (result) => {
    expect(() => commandValue('tasks.pick', result)).toThrow(
      expect.objectContaining({ code: 'commandGaveNothing', args: { command: 'tasks.pick' } }),
    );
  });

  it('may give an empty text', () => {
    expect(commandValue('tasks.pick', '')).toBe('');
  });
});

describe('inputKey', () => {
  it('leads back to the input', () => {
    const key = inputKey('/a "b".json', 'x y');
    expect(inputOfKey(key)).toEqual({ file: '/a "b".json', id: 'x y' });
  });

  it.each(['', 'input', 'input x', 'input []', 'input ["a", 1]', 'input {}', 'approval ["a","b"]'])(
    'made no %j',
    (text) => {
      expect(inputOfKey(text)).toBeUndefined();
    },
  );
});
