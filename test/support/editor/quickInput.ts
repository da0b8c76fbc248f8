import type { Locator, Page } from 'playwright-core';
import type { EditorWindow } from './openEditor';

/** The list or box at the top of the window with which the editor asks for something. */
export class QuickInput {
  constructor(private readonly window: EditorWindow) {}

  /** Where a person types, to search a list or to answer. */
  get box(): Locator {
    return this.widget.locator('.quick-input-box input');
  }

  get rows(): Locator {
    return this.widget.locator('.quick-input-list .monaco-list-row');
  }

  /** The row that Enter takes. */
  get focused(): Locator {
    return this.rows.and(this.page.locator('.focused'));
  }

  get widget(): Locator {
    return this.page.locator('.quick-input-widget').filter({ visible: true });
  }

  /** A row by a text in it. */
  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text }).first();
  }

  /** What is asked. */
  question(text: string | RegExp): Locator {
    const words = this.widget.getByText(text).or(this.widget.getByPlaceholder(text));
    return words.filter({ visible: true }).first();
  }

  /** Waits until this is what is asked, in the words over or under the box or in its place. */
  async asks(text: string | RegExp): Promise<void> {
    await this.question(text).waitFor();
  }

  /** Answers in words. */
  async answer(text: string): Promise<void> {
    await this.box.fill(text);
    await this.accept();
  }

  /** Presses Enter in the box, also where a page under it has taken the keyboard meanwhile. */
  async accept(): Promise<void> {
    await this.box.press('Enter');
  }

  /** Presses one of its buttons, also where a tooltip of the box covers it. */
  async press(button: string): Promise<void> {
    await this.widget.getByRole('button', { name: button, exact: true }).dispatchEvent('click');
  }

  /** Takes the row with this text by the keyboard: a click could meet a list that is still moving. */
  async choose(text: string): Promise<void> {
    await this.find(text);
    await this.accept();
  }

  /** Brings the row with this text to where Enter takes it. */
  async find(text: string): Promise<void> {
    await this.row(text).waitFor();
    await this.box.fill(text, { timeout: 10_000 });
    const wanted = this.focused.filter({ hasText: text });
    const row = this.row(text);
    await row.waitFor();
    // Rows that are always shown stay above what was typed.
    for (let left = await this.rows.count(); left > 0; left--) {
      const [index, at] = await Promise.all([this.indexOf(row), this.indexOf(this.focused)]);
      if (index === at) break;
      await this.box.press('ArrowDown');
    }
    await wanted.waitFor();
  }

  private indexOf(row: Locator): Promise<string | null> {
    return row.getAttribute('data-index');
  }

  private get page(): Page {
    return this.window.page;
  }
}
