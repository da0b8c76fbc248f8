import type { Locator, Page } from 'playwright-core';
import type { EditorWindow } from './openEditor';

/** The menu that a click with the right button opens. */
export class ContextMenu {
  constructor(private readonly window: EditorWindow) {}

  /** Opens it on something and takes an item. */
  async choose(on: Locator, item: string): Promise<void> {
    await on.click({ button: 'right' });
    // A click is not heard for a moment after the menu has come up; keys are, and go to what has the focus.
    await this.item(item).hover();
    await this.focused
      .filter({ has: this.page.getByRole('menuitem', { name: item, exact: true }) })
      .waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Opens it on something, reads its items, and closes it. */
  async items(on: Locator): Promise<string[]> {
    await on.click({ button: 'right' });
    const labels = this.page.locator('.monaco-menu .action-item:not(.disabled) .action-label');
    await labels.first().waitFor();
    const names = await labels.allInnerTexts();
    await this.page.keyboard.press('Escape');
    await labels.first().waitFor({ state: 'hidden' });
    return names.filter(Boolean);
  }

  private get focused(): Locator {
    return this.page.locator('.monaco-menu .action-item.focused');
  }

  private item(name: string): Locator {
    return this.page.locator('.monaco-menu').getByRole('menuitem', { name, exact: true });
  }

  private get page(): Page {
    return this.window.page;
  }
}
