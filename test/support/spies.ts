import { syncBuiltinESMExports } from 'node:module';
import { type MockInstance, onTestFinished } from 'vitest';

/**
 * Makes spies on a module of Node seen by those who import its names, until the test ends. What other tests began may
 * still call them, as the tests of a worker share its modules.
 */
export function untilTestEnds(...spies: Pick<MockInstance, 'mockRestore'>[]): void {
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  });
}
