import { afterAll, expect } from 'vitest';
import { liveStores } from '../../src/base/disposable';

// Files share a process, so what one leaves open is closed here and is charged to nobody else.
afterAll(() => {
  const left = [...liveStores()];
  for (const store of left) store.dispose();
  expect(left, 'stores that this file left open').toEqual([]);
});
