import type { Locator, Page } from 'playwright-core';
import { runCommand } from './runCommand';
import type { EditorWindow } from './openEditor';

/** The panel "Problems". */
export class ProblemsPanel {
  constructor(private readonly window: EditorWindow) {}

  async open(): Promise<void> {
    await runCommand(this.page, 'Problems: Focus on Problems View');
    await this.list.waitFor();
  }

  /** A line by a text in it. */
  row(text: string | RegExp): Locator {
    return this.list.locator('.monaco-list-row').filter({ hasText: text }).first();
  }

  /** The lines that fit, files among them. */
  async rows(): Promise<string[]> {
    const texts = await this.list.locator('.monaco-list-row').allInnerTexts();
    return texts.map((text) => text.trim().replaceAll(/\s+/g, ' '));
  }

  private get list(): Locator {
    return this.page.locator('.markers-panel-container .monaco-list');
  }

  private get page(): Page {
    return this.window.page;
  }
}
