import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveStores } from '../../../src/base/disposable';
import type { LaunchAnswer } from '../../../src/ipc/launch';
import { InputRevisions } from '../../../src/client/inputRevisions';
import { Inputs } from '../../../src/client/inputs';
import { definitionOf, MemorySecretStore } from './memoryStores';

const entry = { command: 'x', env: { TOKEN: '${input:token}' } };
const definition = definitionOf(entry, [{ id: 'token', type: 'promptString' }]);
const { file } = definition.source;
const answer: LaunchAnswer = {
  kind: 'resolved',
  launch: { type: 'http', url: 'http://127.0.0.1', headers: {} },
  secrets: [],
};
const blockedBy = (need: 'trust' | 'input'): LaunchAnswer => ({
  kind: 'blocked',
  need,
  reason: { code: 'notApproved' },
});

describe('InputRevisions', () => {
  let secrets: MemorySecretStore;
  let inputs: Inputs;
  let revisions: InputRevisions;
  const count = (): number => revisions.counts.value.get(definition.id) ?? 0;
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    secrets = new MemorySecretStore();
    inputs = new Inputs(secrets, async () => 'asked');
    revisions = new InputRevisions(inputs);
  });
  afterEach(() => {
    revisions.dispose();
    inputs.dispose();
    expect([...liveStores()]).toEqual([]);
  });

  it('counts each other value once', async () => {
    await inputs.set(file, 'token', 'one');
    await revisions.during(definition, async () => answer);
    await inputs.set(file, 'token', 'one');
    await inputs.set(file, 'other', 'two');
    await inputs.set('/elsewhere/mcp.json', 'token', 'two');
    await settled();
    expect(count()).toBe(0);
    await inputs.set(file, 'token', 'two');
    await settled();
    expect(count()).toBe(1);
    await inputs.set(file, 'token', 'two');
    await inputs.forget(file, 'token');
    await settled();
    expect(count()).toBe(1);
    await inputs.set(file, 'token', 'three');
    await settled();
    expect(count()).toBe(2);
  });

  it('does not count the answer that the launch itself asked for', async () => {
    const [input] = definition.inputs;
    if (!input) throw new Error('the definition names no input');
    await revisions.during(definition, async () => {
      const { signal } = new AbortController();
      expect(await inputs.value(input, definition, { gesture: true, signal })).toBe('asked');
      return answer;
    });
    await settled();
    expect(count()).toBe(0);
  });

  it('counts a value that comes for a server that waits for it', async () => {
    await revisions.during(definition, async () => blockedBy('input'));
    await inputs.set(file, 'token', 'one');
    await settled();
    expect(count()).toBe(1);
  });

  it('counts a value that is replaced while the launch is resolved', async () => {
    await inputs.set(file, 'token', 'one');
    await revisions.during(definition, async () => {
      await inputs.set(file, 'token', 'two');
      return answer;
    });
    expect(count()).toBe(1);
  });

  it('reads nothing for what is not trusted', async () => {
    const read: string[] = [];
    secrets.get = async (key) => {
      read.push(key);
      return undefined;
    };
    await revisions.during(definition, async () => blockedBy('trust'));
    expect(read).toEqual([]);
    await revisions.during(definition, async () => answer);
    expect(read).toHaveLength(1);
  });
});
