import { expect, test } from 'vitest';
import { soak, type SoakPlan, expectSoak, soakSummary } from '../support/pool/soak';
// Another one, or a shorter one: ROUNDHOUSE_SOAK_SEED=2 ROUNDHOUSE_SOAK_MINUTES=5 npm run test:long -- soak
const seed = Number(process.env['ROUNDHOUSE_SOAK_SEED'] ?? 1);
const minutes = Number(process.env['ROUNDHOUSE_SOAK_MINUTES'] ?? 30);
/** For start and end, in milliseconds. */
const around = 300_000;

const timeout = minutes * 60_000 + around;

test('thirty servers come through half an hour of faults', { timeout }, async () => {
  const plan: SoakPlan = { seed, minutes, pause: 2_000 };
  const result = await soak(plan);
  console.log(soakSummary(plan, result));
  expect(result.turmoil.faults.size).toBeGreaterThan(15);
  expectSoak(result);
});
