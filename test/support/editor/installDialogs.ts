import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { EditorWindow } from './openEditor';
import { QuickInput } from './quickInput';
import { runCommand } from './runCommand';

/** What "Install Server from Registry…" shows, one after another. */
export class InstallDialogs {
  readonly quick: QuickInput;

  constructor(private readonly window: EditorWindow) {
    this.quick = new QuickInput(window);
  }

  /** The question in the middle of the window. */
  get modal(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** What would be written, beside what is there. */
  get preview(): Locator {
    return this.page.locator('.monaco-diff-editor');
  }

  async open(): Promise<void> {
    await runCommand(this.page, 'MCP Roundhouse: Install Server from Registry…');
    await this.quick.asks('Search the MCP registry by name');
  }

  /** Opens the list and looks for servers, until it has what was looked for and nothing else. */
  async search(words: string, ...found: readonly string[]): Promise<void> {
    await this.open();
    await this.quick.row('com.example').waitFor();
    await this.quick.box.fill(words);
    await expect.poll(() => this.quick.rows.count(), { timeout: 15_000 }).toBe(found.length);
    for (const one of found) await this.quick.row(one).waitFor();
  }

  /** Picks the workspace's file, and waits for the question after that. */
  async answerWhere(): Promise<void> {
    await this.quick.asks('Where is it written?');
    await this.quick.choose('.vscode/mcp.json');
    await this.quick.asks(/The name of the server/);
  }

  /** Takes what is asked for away, and sees that nothing else comes of it. */
  async leave(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.modal.waitFor({ state: 'detached' });
    await this.quick.widget.waitFor({ state: 'hidden' });
    await this.preview.waitFor({ state: 'hidden' });
  }

  private get page(): Page {
    return this.window.page;
  }
}
