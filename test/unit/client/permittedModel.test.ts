import { describe, expect, it } from 'vitest';
import { Sequencer } from '../../../src/base/sequencer';
import { SamplingPermissions, type SamplingPermission } from '../../../src/client/sampling';
import { permittedModel, type ModelDecision } from '../../../src/client/permittedModel';
import { folderSource } from '../config/textAt';
import { definitionOf, MemoryKeyValueStore } from './memoryStores';

const [best, other] = [{ id: 'v/best' }, { id: 'v/other' }];
type Model = typeof best;

/** A server whose requests are answered by these decisions, one after another. */
function user(...decisions: (ModelDecision<Model> | undefined)[]) {
  const permissions = new SamplingPermissions(new MemoryKeyValueStore());
  const till = definitionOf({ command: 'till' }, [], folderSource);
  const queue = new Sequencer();
  const { signal } = new AbortController();
  const request = (each = false) =>
    permittedModel<Model>({
      models: [best, other],
      each,
      permissionOf: ({ id }) => permissions.of(till, id),
      inTurn: (task) => queue.run(() => task(signal)),
      ask: async () => {
        if (decisions.length === 0) throw new Error('asked once more');
        return decisions.shift();
      },
      decide: ({ model, permission }) => permissions.decide(till, model.id, permission),
    });
  return { request };
}

const decided = (model: Model, permission: SamplingPermission) => ({ model, permission });

describe('a model that is permitted', () => {
  it.each(['session', 'always'] as const)(
    'spares the question about a better one: %s',
    async (lasts) => {
      const { request } = user(decided(other, lasts), decided(best, lasts));
      expect(await request()).toBe(other);
      expect(await request()).toBe(other);
      // The best one is asked about where each request is confirmed, and is the first one then.
      expect(await request(true)).toBe(best);
      expect(await request()).toBe(best);
    },
  );

  it('counts for the requests that wait', async () => {
    const { request } = user(decided(best, 'session'));
    expect(await Promise.all([request(), request(), request()])).toEqual([best, best, best]);
  });
});

describe('a refusal', () => {
  it('of all requests counts for those that wait, and for what confirms each', async () => {
    const { request } = user(decided(best, 'never'));
    const all = [request(), request(), request(true)];
    expect(await Promise.all(all)).toEqual(['never', 'never', 'never']);
  });

  it('of the best model counts though another one is permitted', async () => {
    const { request } = user(decided(other, 'always'), decided(best, 'never'));
    expect(await request()).toBe(other);
    expect(await request(true)).toBe('never');
    expect(await request()).toBe('never');
  });

  it('of one request counts for no other', async () => {
    const { request } = user(undefined, decided(best, 'once'), undefined);
    expect(await Promise.all([request(), request(), request()])).toEqual([
      undefined,
      best,
      undefined,
    ]);
  });
});
