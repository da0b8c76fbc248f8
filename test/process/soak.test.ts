import { expect, test } from 'vitest';
import { soak, type SoakPlan, expectSoak, soakSummary } from '../support/pool/soak';
// Another one: ROUNDHOUSE_SOAK_SEED=2 npm run test:process -- soak
const seed = Number(process.env['ROUNDHOUSE_SOAK_SEED'] ?? 1);

test('thirty servers come through half a minute of faults', { timeout: 300_000 }, async () => {
  const plan: SoakPlan = { seed, minutes: 0.4, pause: 300 };
  const result = await soak(plan);
  console.log(soakSummary(plan, result));
  expect(result.turmoil.faults.size).toBeGreaterThan(5);
  expectSoak(result);
});
