import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { TestEditor } from './openEditor';
import { runCommand } from './runCommand';

/** A setting that says nothing but which state of the settings this is; see `demoModel/settingsMark.js`. */
const markKey = 'demoModel.mark';

/** Where the mark stands that the extensions of an editor see, by its `home`. */
export function markFile(home: string): string {
  return join(home, 'settings-mark');
}

/** What the person's settings say. */
export function userSettings({ home }: Pick<TestEditor, 'home'>): Record<string, unknown> {
  const text = readFileSync(join(home, 'data', 'User', 'settings.json'), 'utf8');
  return JSON.parse(text) as Record<string, unknown>;
}

/**
 * Changes some of the person's settings as a person does, in the editor, and waits until extensions see them: the
 * editor applies them a while after it has saved them. What is `undefined` goes.
 */
export async function changeSettings(
  { home, page }: Pick<TestEditor, 'home' | 'page'>,
  changes: Record<string, unknown>,
): Promise<void> {
  const before = userSettings({ home });
  const mark = Number(before[markKey] ?? 0) + 1;
  await runCommand(page, 'Preferences: Open User Settings (JSON)');
  const editor = page.locator('.monaco-editor[data-uri$="/User/settings.json"]');
  await editor.locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(JSON.stringify({ ...before, ...changes, [markKey]: mark }));
  // What the editor has closed by itself.
  await page.keyboard.press('ControlOrMeta+Shift+End');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ControlOrMeta+S');
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
  await vi.waitFor(() => expect(readFileSync(markFile(home), 'utf8')).toBe(String(mark)));
}
