import type { Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { screenshot } from './screenshot';

/** Keeps a picture of the window in which a test failed, and prints what a dialog over it says. */
export async function pictureOfFailure(page: Page, name: string): Promise<void> {
  const dialogs = await page.locator('.monaco-dialog-box').allInnerTexts();
  for (const text of dialogs) console.error(`A dialog stood over the window: ${text}`);
  await screenshot(page, name);
}

/** Has a picture kept of the window in which the test that begins fails, under a name of its own. */
export function pictureIfFailed(page: () => Page, prefix: string, test: { readonly name: string }) {
  const name = `${prefix}-${test.name.replaceAll(/\W+/g, '-')}-failed`;
  onTestFailed(() => pictureOfFailure(page(), name));
}
