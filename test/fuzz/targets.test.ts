import { afterAll, expect, test } from 'vitest';
import { fuzz } from './fuzz';
import { targets } from './targets';
import { closeGateway } from './targets/gateway';

// The same inputs each time; `npm run fuzz` goes on from there.

afterAll(closeGateway);

test.each(targets)('$name holds what it promises for whatever it is given', async (target) => {
  const { found, runs } = await fuzz(target, { runs: target.quick ?? 300, seed: 20_251 });
  const told = found.map(({ error, input }) => ({ error, input }));
  expect(told, `npm run fuzz -- ${target.name}`).toEqual([]);
  expect(runs).toBeGreaterThan(0);
});
