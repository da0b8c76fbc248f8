import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { root } from '../../../scripts/root.mjs';
import { runCommand } from './runCommand';

/** Keeps a picture of the window as `test-results/<name>.png`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = join(root, 'test-results');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

/** Does something in a window at 200 %, and puts chat away for good: zooming takes half of the pixels in each direction. */
export async function zoomed(page: Page, act: () => Promise<void>): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1440, height: 900 };
  const chat = page.locator('.part.auxiliarybar');
  if (await chat.isVisible()) await runCommand(page, 'View: Hide Secondary Side Bar');
  await chat.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: usual.width / 2, height: usual.height / 2 });
  try {
    await act();
  } finally {
    await page.setViewportSize(usual);
  }
}

/** What tells most of a window: where pictures are lost, the log has it. */
const tellingParts = {
  'side bar': '.part.sidebar .monaco-list:visible',
  lenses: '.codelens-decoration:visible',
  dialog: '.monaco-dialog-box',
  'list or box': '.quick-input-widget:visible',
  notification: '.notification-toast:visible',
  menu: '.context-view:visible',
  'focused part': '.part:has(:focus)',
};

/** Keeps a picture of the window in which a test failed, and prints the parts that tell most of it. */
export async function pictureOfFailure(page: Page, name: string): Promise<void> {
  for (const [what, selector] of Object.entries(tellingParts)) {
    for (const part of await page.locator(selector).all()) {
      const text = `${await part.getAttribute('class')}: ${await part.innerText()}`;
      // The summary of all tests quotes these lines.
      console.error(`Window of ${name}: ${what} ${text.replaceAll(/\s+/g, ' ').slice(0, 500)}`);
    }
  }
  await screenshot(page, name);
}

/** Has a picture kept of the window in which the test that begins fails, under a name of its own. */
export function pictureIfFailed(page: () => Page, prefix: string, test: { readonly name: string }) {
  const name = `${prefix}-${test.name.replaceAll(/\W+/g, '-')}-failed`;
  onTestFailed(() => pictureOfFailure(page(), name));
}
