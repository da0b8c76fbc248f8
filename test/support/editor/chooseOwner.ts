import type { Page } from 'playwright-core';
import { runCommand } from './runCommand';

export type OwnerAnswer = 'Roundhouse Runs Them' | 'VS Code Runs Them';

/** Chooses with the command who runs the servers, for all workspaces. */
export async function chooseOwner(page: Page, answer: OwnerAnswer): Promise<void> {
  await runCommand(page, 'MCP Roundhouse: Choose Who Runs the Servers');
  await answerOwner(page, answer);
}

/** Answers the question who runs the servers, which something else asked. */
export async function answerOwner(page: Page, answer: OwnerAnswer): Promise<void> {
  await dialog(page).getByRole('button', { name: answer }).click();
  await page.locator('.quick-input-list').getByText('My User Settings', { exact: true }).click();
}

/** Does something that makes the window reload, and waits until it stands again. */
export async function reloading(page: Page, action: () => Promise<void>): Promise<void> {
  await page.evaluate("document.body.classList.add('before-reload')");
  await action();
  await page.locator('body.before-reload').waitFor({ state: 'detached', timeout: 30_000 });
  await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
}

/** The question that stands in the middle of the window. */
export function dialog(page: Page) {
  return page.locator('.monaco-dialog-box');
}
