import { expect, test } from 'vitest';
import { expectSoak } from '../support/pool/expectSoak';
import { soak, type SoakPlan } from '../support/pool/soak';
import { soakSummary } from '../support/pool/soakSummary';

// Another one: ROUNDHOUSE_SOAK_SEED=2 npm run test:process -- soak
const seed = Number(process.env['ROUNDHOUSE_SOAK_SEED'] ?? 1);

test('thirty servers come through half a minute of faults', { timeout: 300_000 }, async () => {
  const plan: SoakPlan = { seed, minutes: 0.4, pause: 300 };
  const result = await soak(plan);
  console.log(soakSummary(plan, result));
  expect(result.turmoil.faults.size).toBeGreaterThan(5);
  expectSoak(result);
});
