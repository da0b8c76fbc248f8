import type { Locator } from 'playwright-core';
import { vi } from 'vitest';

/**
 * Does something, and again until what that leads to is there: what is shown anew between the press of a button and its
 * release hears no click. `act` has to give up by itself within seconds. Patience is wide: doing it once more may undo
 * it, or do it twice.
 */
export async function repeatUntil(until: Locator, act: () => Promise<unknown>): Promise<void> {
  let isRepeated = false;
  const once = async (): Promise<void> => {
    if (await until.isVisible()) return;
    // A tooltip covers the rows below it for as long as the pointer is on it.
    if (isRepeated) await until.page().mouse.move(0, 0);
    isRepeated = true;
    await act();
    await until.waitFor({ timeout: 10_000 });
  };
  await vi.waitFor(once, { timeout: 90_000 });
}
