import type { Locator, Page } from 'playwright-core';

/** Our item in the status bar. */
export function statusItem(page: Page): Locator {
  return page.locator('.part.statusbar .statusbar-item[id$="roundhouse.status"]');
}
