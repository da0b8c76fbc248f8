import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';

/** Runs a command by its full title, for example "MCP Roundhouse: Start Server", from the command palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await takeFromPalette(page, `>${title}`, page.getByText(title, { exact: true }));
}

/** Types into the box that F1 opens and takes the first row that has what is wanted. */
export async function takeFromPalette(page: Page, text: string, wanted: Locator): Promise<void> {
  const box = page.locator('.quick-input-widget input[type=text]');
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const take = async (): Promise<void> => {
    await page.keyboard.press('F1');
    await box.waitFor({ timeout: 5_000 });
    await box.fill(text, { timeout: 5_000 });
    await rows.filter({ has: wanted }).first().click({ timeout: 10_000 });
    // A row that is shown anew meanwhile hears no click.
    const isTaken = async () => !(await box.isVisible()) || (await box.inputValue()) !== text;
    await vi.waitUntil(isTaken, { timeout: 3_000 });
  };
  // What takes the keyboard meanwhile, as a page that opens, closes the box; then a person opens it again. A box that
  // was opened before the editor knew the command never shows it, so it is closed first.
  await vi.waitFor(
    () =>
      take().catch(async (error: unknown) => {
        await page.keyboard.press('Escape');
        throw error;
      }),
    { timeout: 60_000 },
  );
}
