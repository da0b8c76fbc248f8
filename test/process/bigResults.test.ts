import { expect, test } from 'vitest';
import { allowed, receiveBigResult } from '../support/bigResults';

test('a window stays responsive while a client of the gateway gets 20 MB', async () => {
  const result = await receiveBigResult(20_000_000);
  expect(result.received).toBe(20_000_000);
  expect(result.beside).toBeLessThan(allowed(result));
});
