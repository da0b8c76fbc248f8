import type { Locator, Page } from 'playwright-core';
import type { EditorWindow } from './openEditor';

/** The form in a chat with which the editor's own MCP host puts a server's questions, one after another. */
export class ChatForm {
  constructor(private readonly window: EditorWindow) {}

  /** Waits until this field is asked for. */
  async asks(title: string): Promise<void> {
    await this.form.locator('.chat-question-title', { hasText: title }).waitFor();
  }

  /** Fills in a line and goes on, where it passes. */
  async answer(text: string): Promise<void> {
    await this.form.locator('input[type=text]').fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** Takes one of several; of those that exclude each other the form goes on by itself. */
  async choose(option: string): Promise<void> {
    await this.form.locator('.chat-question-list-item', { hasText: option }).click();
  }

  /** Sends what was filled in so far. */
  async submit(): Promise<void> {
    await this.form.press('Control+Enter');
  }

  /** Closes the form unanswered. */
  async close(): Promise<void> {
    await this.form.getByRole('button', { name: 'Skip all questions' }).click();
  }

  private get form(): Locator {
    return this.page.locator('.chat-question-carousel-container:not(.chat-question-carousel-used)');
  }

  private get page(): Page {
    return this.window.page;
  }
}
