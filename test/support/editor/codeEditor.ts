import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import type { EditorWindow } from './openEditor';
import { takeFromPalette } from './runCommand';
import { screenshot } from './screenshot';

/** A file in a text editor, worked on with the keyboard. */
export class CodeEditor {
  constructor(
    private readonly window: EditorWindow,
    /** Absolute path. */
    readonly file: string,
  ) {}

  /** The editor itself, while it is in front. */
  get area(): Locator {
    return this.page.locator(`.monaco-editor[data-uri$="${this.file}"]`);
  }

  get lenses(): Locator {
    return this.area.locator('.codelens-decoration');
  }

  /** One word of the lenses over an entry. */
  lens(entry: string, title: string): Locator {
    const saved = readFileSync(this.file, 'utf8').split('\n');
    const names = saved.flatMap((line) => /^ {4}"(\w+)": \{/.exec(line)?.[1] ?? []);
    return this.lenses
      .filter({ hasText: 'Roundhouse' })
      .nth(names.indexOf(entry))
      .getByRole('button', { name: title, exact: true });
  }

  /** What stands behind a variable whose value is kept. */
  get storedHint(): Locator {
    return this.area.getByText(/=\s•{6}/);
  }

  /** The list that Quick Fix opens. */
  get fixes(): Locator {
    return this.page.locator('.action-widget .monaco-list-row.action');
  }

  get suggestions(): Locator {
    return this.page.locator('.suggest-widget.visible .monaco-list-row');
  }

  suggestion(label: string): Locator {
    const name = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.suggestions.filter({ has: name });
  }

  get hover(): Locator {
    return this.page.locator('.monaco-hover:not(.hidden)').filter({ visible: true });
  }

  async open(): Promise<void> {
    await takeFromPalette(this.page, this.file, this.page.getByText(basename(this.file)));
    await this.area.locator('.view-lines').waitFor();
  }

  /** Puts the cursor before the first place of a text in the file as it is saved, or further on. */
  async goTo(text: string, further = 0): Promise<void> {
    const saved = readFileSync(this.file, 'utf8');
    const index = saved.indexOf(text);
    if (index === -1) throw new Error(`"${text}" is not in the file.`);
    const before = saved.slice(0, index + further).split('\n');
    const place = `:${before.length}:${(before.at(-1) ?? '').length + 1}`;
    await takeFromPalette(this.page, place, this.page.getByText(/line \d+/));
    await this.area
      .locator('textarea, .native-edit-context')
      .first()
      .waitFor({ state: 'attached' });
  }

  /** Takes one of the ways out of a problem at the cursor, one that changes the text. */
  async fix(title: string): Promise<void> {
    await this.takeFix(title);
    await this.dirty.waitFor();
  }

  /** Takes one of the ways out of a problem at the cursor. `picture`: the name of one of all ways. */
  async takeFix(title: string, picture?: string): Promise<void> {
    const fix = this.fixes.filter({ hasText: title });
    // A lens that changes meanwhile moves the text, and with that the list goes away.
    await vi.waitFor(
      async () => {
        await this.page.keyboard.press('Escape');
        await this.page.keyboard.press('Control+.');
        await fix.waitFor({ timeout: 5_000 });
        if (picture !== undefined) await screenshot(this.page, picture);
        await fix.click({ timeout: 5_000 });
      },
      { timeout: 40_000 },
    );
  }

  /** Shows the hover at the cursor. */
  async explain(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+K');
    await this.page.keyboard.press('ControlOrMeta+I');
  }

  async suggest(): Promise<void> {
    await this.page.keyboard.press('Control+Space');
  }

  /** Takes back the only change since the file was saved. */
  async undo(): Promise<void> {
    await this.dirty.waitFor();
    await this.page.keyboard.press('ControlOrMeta+Z');
    await this.dirty.waitFor({ state: 'detached' });
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+S');
    await this.dirty.waitFor({ state: 'detached' });
  }

  /** The tab of a file that is not saved. */
  private get dirty(): Locator {
    return this.page.locator('.tab.active.dirty');
  }

  private get page(): Page {
    return this.window.page;
  }
}
