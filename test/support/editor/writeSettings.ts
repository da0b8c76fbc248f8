import type { Page } from 'playwright-core';
import { runCommand } from './runCommand';

/** Writes the person's settings as a person does: in the editor, which then applies them. */
export async function writeSettings(page: Page, settings: Record<string, unknown>): Promise<void> {
  await runCommand(page, 'Preferences: Open User Settings (JSON)');
  const editor = page.locator('.monaco-editor[data-uri$="/User/settings.json"]');
  await editor.locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(JSON.stringify(settings));
  await page.keyboard.press('ControlOrMeta+S');
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
}
