import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userSettings } from './changeSettings';
import { reloading } from './chooseOwner';
import type { TestEditor } from './openEditor';
import { runCommand } from './runCommand';

/** The kinds of themes in which what we show has to be seen; `shownBy`: the class of a window with it. */
export const looks = [
  { name: 'light', theme: 'Visual Studio Light', shownBy: 'vs' },
  { name: 'dark', theme: 'Visual Studio Dark', shownBy: 'vs-dark' },
  { name: 'hc', theme: 'Default High Contrast', shownBy: 'hc-black' },
] as const;
export type Look = (typeof looks)[number];

/** The looks that a run sees: each loads a window anew, so that only `npm run looks` sees all. */
export const looksOfRun: readonly Look[] = process.env['ROUNDHOUSE_LOOKS']
  ? looks
  : looks.slice(0, 1);

/**
 * Loads the window anew with another theme. By the command, because a window that a browser reloads may come back with
 * the tabs and states of a while ago.
 */
export async function reloadIn(
  { theme, shownBy }: Look,
  { home, page }: Pick<TestEditor, 'home' | 'page'>,
): Promise<void> {
  const file = join(home, 'data', 'User', 'settings.json');
  writeFileSync(file, JSON.stringify({ ...userSettings({ home }), 'workbench.colorTheme': theme }));
  await reloading(page, () => runCommand(page, 'Developer: Reload Window'));
  await page.locator(`.monaco-workbench.${shownBy}`).waitFor({ timeout: 120_000 });
}
