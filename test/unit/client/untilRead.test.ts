import { signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import type { Definition } from '../../../src/config/definition';
import type { ServerEntry } from '../../../src/client/configuredServers';
import { untilRead } from '../../../src/client/untilRead';
import { definitionOf } from './memoryStores';

const old = definitionOf({ command: 'old' });
const written = definitionOf({ command: 'new' });
/** Milliseconds that no test waits for. */
const long = 600_000;

function known(...definitions: readonly Definition[]): ReadonlyMap<string, ServerEntry> {
  return new Map(
    definitions.map((definition) => [
      definition.id,
      {
        definition,
        snapshot: {
          id: definition.id,
          name: definition.name,
          state: { kind: 'idle', cached: false },
          restarts: 0,
          catalogVersion: 0,
          counts: { tools: 0, prompts: 0, resources: 0 },
        },
        runBy: 'roundhouse',
        effective: { settings: {} as ServerEntry['effective']['settings'], from: {}, ignored: [] },
        isNamesake: false,
        precedence: { kind: 'counts' },
        inactiveReason: undefined,
      },
    ]),
  );
}

test('an entry that was overwritten is not taken for the one that was written', async () => {
  const entries = signal(known(old));
  let is: string | undefined;
  const waiting = untilRead({ entries }, written, long).then((result) => (is = result));
  entries.value = known({ ...old });
  await Promise.resolve();
  expect(is).toBeUndefined();
  entries.value = known(written);
  expect(await waiting).toBe('read');
});

test('an entry that is known already needs no waiting', async () => {
  expect(await untilRead({ entries: signal(known(written)) }, written, long)).toBe('read');
});

test('tells after a while what there is instead', async () => {
  expect(await untilRead({ entries: signal(known(old)) }, written, 1)).toBe('changed');
  expect(await untilRead({ entries: signal(known()) }, written, 1)).toBe('missing');
});
