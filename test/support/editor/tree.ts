import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { EditorWindow } from './openEditor';
import { repeatUntil } from './repeatUntil';

/** The tree of a view, read as a person reads it: one line per row, indented by level. */
export class Tree {
  constructor(private readonly window: EditorWindow) {}

  /** Shows the view. */
  async open(): Promise<void> {
    const tab = this.page.locator('.activitybar').getByRole('tab', { name: 'MCP Roundhouse' });
    await tab.waitFor({ timeout: 60_000 });
    // A click on the tab of the view that a reloaded window is just restoring hides it again.
    for (let tries = 5; ; tries--) {
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
      try {
        await this.shown.first().waitFor({ timeout: 10_000 });
        return;
      } catch (error) {
        if (tries === 0) throw error;
      }
    }
  }

  /** Shows the view, and waits until these servers run. */
  async untilRunning(...servers: readonly string[]): Promise<void> {
    await this.open();
    for (const server of servers)
      await this.row(`${server}running · `).waitFor({ timeout: 60_000 });
  }

  /** The visible rows: two spaces per level, then the label and its description. */
  async rows(): Promise<string[]> {
    const rows = await this.#read('.monaco-icon-label-container');
    return rows.map(({ level, texts: [text = ''] }) => '  '.repeat(level - 1) + text);
  }

  /** The rows of servers that can be seen. */
  async servers(): Promise<{ label: string; description: string }[]> {
    const rows = await this.#read('.label-name, .label-description');
    return rows
      .filter(({ level }) => level === 2)
      .map(({ texts: [label = '', ...description] }) => ({
        label,
        description: description.join(' '),
      }));
  }

  /** A row by a text in it, for clicking. */
  row(text: string | RegExp) {
    return this.list.getByRole('treeitem').filter({ hasText: text }).first();
  }

  /** Shows what is below a row: as soon as there is something, and again where it was shown anew meanwhile. */
  async expand(row: Locator): Promise<void> {
    await vi.waitFor(
      async () => {
        const isExpanded = await row.getAttribute('aria-expanded');
        if (isExpanded === 'false') await row.locator('.monaco-tl-twistie').click();
        expect(isExpanded).toBe('true');
      },
      { timeout: 30_000, interval: 200 },
    );
  }

  /**
   * Presses a button of a row, and again until what that leads to is there. While the editor asks for a row anew, a
   * press is not heard, or its command asks which server it is about.
   */
  async act(row: Locator, button: string, until: Locator): Promise<void> {
    const question = this.page.getByPlaceholder('Which server?');
    await repeatUntil(until, async () => {
      if (await question.isVisible()) await question.press('Escape');
      await row.hover({ timeout: 5_000 });
      await row.getByRole('button', { name: button }).click({ timeout: 5_000 });
    });
  }

  /** Ticks the box of a row or takes its tick away: again where the row was shown anew while it was clicked. */
  async setBox(row: Locator, ticked: boolean): Promise<void> {
    const box = row.locator('.custom-view-tree-node-item-checkbox');
    const wanted = box.and(this.page.locator(`[aria-checked="${ticked}"]`));
    await repeatUntil(wanted, () => box.click({ timeout: 5_000 }));
  }

  /** Brings a row that can be seen near the upper end, so that those below it can be seen too. */
  async scrollUp(row: Locator): Promise<void> {
    const [its, all] = await Promise.all([row.boundingBox(), this.list.boundingBox()]);
    if (its && all) await this.scroll(its.y - all.y - 3 * its.height);
  }

  /**
   * Turns the wheel over the tree, by pixels, downwards; also where a tooltip covers it. The editor reads the
   * older `wheelDeltaY`, upwards: it moves a list by 50 pixels for 120.
   */
  async scroll(by: number): Promise<void> {
    const wheel = { deltaY: by, wheelDeltaY: Math.round((-by * 120) / 50) };
    await this.list.locator('.monaco-list-rows').dispatchEvent('wheel', wheel);
  }

  /**
   * The tooltip of a row, by a text that no other row's tooltip has: when rows come or go, another row comes
   * under the mouse. The row is then pointed at again.
   */
  async tooltip(row: Locator, text: string): Promise<Locator> {
    const tooltip = this.page.locator('.workbench-hover').filter({ hasText: text });
    for (let tries = 5; ; tries--) {
      await row.locator('.label-name').hover();
      try {
        await tooltip.waitFor({ timeout: 5_000 });
        return tooltip;
      } catch (error) {
        if (tries === 0) throw error;
        await this.page.mouse.move(0, 0);
      }
    }
  }

  /** The texts of some parts of each row, all at one moment: rows come and go. */
  #read(parts: string): Promise<{ level: number; texts: string[] }[]> {
    const rows = this.list.getByRole('treeitem');
    return rows.evaluateAll(
      (all, selector) =>
        all.map((row) => ({
          level: Number(row.getAttribute('aria-level') ?? '1'),
          texts: Array.from(row.querySelectorAll(selector), ({ textContent }) =>
            (textContent ?? '').trim().replaceAll(/\s+/g, ' '),
          ),
        })),
      parts,
    );
  }

  /** Its rows, or what stands there where it has none. */
  private get shown() {
    const welcome = this.page.locator('.part.sidebar .welcome-view');
    return this.list.getByRole('treeitem').or(welcome).filter({ visible: true });
  }

  private get list() {
    return this.page.locator('.part.sidebar .monaco-list[role=tree]');
  }

  private get page(): Page {
    return this.window.page;
  }
}
