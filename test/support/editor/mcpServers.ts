import type { Page } from 'playwright-core';
import { QuickInput } from './quickInput';
import { runCommand } from './runCommand';

/** The labels of the servers that VS Code's own MCP host knows. */
export async function listedServers(page: Page): Promise<string[]> {
  return inList(page, async (rows) => {
    const all = await rows.all();
    const labels = await Promise.all(
      all.map((row) => row.locator('.label-name').first().innerText()),
    );
    return labels.filter((label) => label !== 'Add Server');
  });
}

/** Waits until VS Code's own MCP host says that a server runs: until its tools are in chat. */
export async function waitForServer(page: Page, label: string): Promise<void> {
  await inList(page, (rows) =>
    rows
      .filter({ has: page.getByText(label, { exact: true }) })
      .filter({ hasText: 'Running' })
      .waitFor({ timeout: 30_000 }),
  );
}

/** Does something with a server by the menu that VS Code's own MCP host has for it. */
export async function withServer(page: Page, label: string, action: string): Promise<void> {
  const quick = new QuickInput({ page });
  await runCommand(page, 'MCP: List Servers');
  await quick.choose(label);
  await quick.row('Stop Server').waitFor();
  await quick.choose(action);
}

async function inList<T>(
  page: Page,
  look: (rows: ReturnType<Page['locator']>) => Promise<T>,
): Promise<T> {
  await runCommand(page, 'MCP: List Servers');
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await rows.filter({ hasText: 'Add Server' }).waitFor();
  const seen = await look(rows);
  await page.keyboard.press('Escape');
  await rows.first().waitFor({ state: 'hidden' });
  return seen;
}
