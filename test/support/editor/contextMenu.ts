import type { Locator, Page } from 'playwright-core';
import type { EditorWindow } from './openEditor';
import { repeatUntil } from './repeatUntil';

type ItemRole = 'menuitem' | 'menuitemcheckbox';

/** The menu that a click with the right button opens. */
export class ContextMenu {
  constructor(private readonly window: EditorWindow) {}

  /** Opens it on something and takes an item. */
  async choose(on: Locator, item: string): Promise<void> {
    await open(on, this.item(item));
    await this.take(item);
  }

  /** Takes an item of a menu that is open. */
  async take(name: string, role: ItemRole = 'menuitem'): Promise<void> {
    // No click and no pointer is heard for a moment after the menu has come up; keys are, and go to what has the focus.
    const focused = this.focused.filter({ has: this.page.getByText(name, { exact: true }) });
    await repeatUntil(focused, () => this.item(name, role).hover({ timeout: 5_000 }));
    await this.page.keyboard.press('Enter');
  }

  /** Opens it on something, reads its items, and closes it. */
  async items(on: Locator): Promise<string[]> {
    const labels = this.page.locator('.monaco-menu .action-item:not(.disabled) .action-label');
    await open(on, labels.first());
    const names = await labels.allInnerTexts();
    await this.page.keyboard.press('Escape');
    await labels.first().waitFor({ state: 'hidden' });
    return names.filter(Boolean);
  }

  private get focused(): Locator {
    return this.page.locator('.monaco-menu .action-item.focused');
  }

  /** By its label alone: the keys that stand beside it are part of its name. */
  private item(name: string, role: ItemRole = 'menuitem'): Locator {
    const label = this.page.getByText(name, { exact: true });
    return this.page.locator('.monaco-menu').getByRole(role).filter({ has: label });
  }

  private get page(): Page {
    return this.window.page;
  }
}

function open(on: Locator, item: Locator): Promise<void> {
  return repeatUntil(item, () => on.click({ button: 'right', timeout: 5_000 }));
}
