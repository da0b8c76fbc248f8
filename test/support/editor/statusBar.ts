import type { Locator, Page } from 'playwright-core';

/** Our item in the status bar, of the servers. */
export function statusItem(page: Page): Locator {
  return page.locator('.part.statusbar .statusbar-item[id$="roundhouse.status"]');
}

/** The one that shows which tools chat gets. */
export function toolSetItem(page: Page): Locator {
  return page.locator('.part.statusbar .statusbar-item[id$="roundhouse.toolSet"]');
}
