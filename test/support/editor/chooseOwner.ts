import type { Page } from 'playwright-core';
import { ApprovalPage } from './approvalPage';
import { runCommand } from './runCommand';

/** Chooses with the command who runs the servers, for all workspaces. */
export async function chooseOwner(page: Page, runner: 'Roundhouse' | 'VS Code'): Promise<void> {
  await runCommand(page, 'MCP Roundhouse: Choose Who Runs the Servers');
  const question = new ApprovalPage({ page });
  await (runner === 'Roundhouse' ? question.approve() : question.leave());
}

/** Does something that makes the window reload, and waits until it stands again. */
export async function reloading(page: Page, action: () => Promise<void>): Promise<void> {
  await page.evaluate("document.body.classList.add('before-reload')");
  await action();
  await page.locator('body.before-reload').waitFor({ state: 'detached', timeout: 30_000 });
  await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
}
