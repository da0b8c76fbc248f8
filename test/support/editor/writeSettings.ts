import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { TestEditor } from './openEditor';
import { runCommand } from './runCommand';

/** Writes the person's settings as a person does: in the editor, which then applies them. */
export async function writeSettings(page: Page, settings: Record<string, unknown>): Promise<void> {
  await runCommand(page, 'Preferences: Open User Settings (JSON)');
  const editor = page.locator('.monaco-editor[data-uri$="/User/settings.json"]');
  await editor.locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(JSON.stringify(settings));
  // What the editor has closed by itself.
  await page.keyboard.press('ControlOrMeta+Shift+End');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ControlOrMeta+S');
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
}

/** Changes some of the person's settings in the same way; what is `undefined` goes. */
export async function changeSettings(
  { home, page }: Pick<TestEditor, 'home' | 'page'>,
  changes: Record<string, unknown>,
): Promise<void> {
  const file = join(home, 'data', 'User', 'settings.json');
  const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  await writeSettings(page, { ...before, ...changes });
}
