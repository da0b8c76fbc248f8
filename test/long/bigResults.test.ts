import { expect, test } from 'vitest';
import { allowed, receiveBigResult } from '../support/bigResults';

test('a window stays responsive while a client of the gateway gets 100 MB', async () => {
  const result = await receiveBigResult(100_000_000);
  expect(result.received).toBe(100_000_000);
  expect(result.beside).toBeLessThan(allowed(result));
});
