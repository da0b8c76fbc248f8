import { expect, test, vi } from 'vitest';
import { memo } from '../../../src/base/memo';

test('a value is computed once for each object', () => {
  const compute = vi.fn(({ name }: { readonly name: string }) => [name]);
  const named = memo(compute);
  const [a, b] = [{ name: 'a' }, { name: 'a' }];
  expect(named(a)).toBe(named(a));
  expect(named(b)).not.toBe(named(a));
  expect(compute).toHaveBeenCalledTimes(2);
});
