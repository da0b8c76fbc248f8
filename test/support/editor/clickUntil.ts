import type { Locator } from 'playwright-core';
import { vi } from 'vitest';

/**
 * Clicks on something, and again until what that leads to is there: what is shown anew between the press of a button
 * and its release hears no click.
 */
export async function clickUntil(target: Locator, until: Locator): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await until.isVisible())) await target.click({ timeout: 5_000 });
      await until.waitFor({ timeout: 10_000 });
    },
    { timeout: 90_000 },
  );
}
