import type { Page } from 'playwright-core';

/** Runs a command by its full title, for example "MCP Roundhouse: Start Server", from the command palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const box = page.locator('.quick-input-widget input[type=text]');
  await page.keyboard.press('F1');
  await box.waitFor();
  await box.fill(`>${title}`);
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await rows
    .filter({ has: page.getByText(title, { exact: true }) })
    .first()
    .click();
}
