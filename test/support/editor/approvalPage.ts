import type { Locator } from 'playwright-core';
import { expect, vi } from 'vitest';
import { WebviewPage } from './serverPage';

/** The page on which servers are approved and it is chosen who runs them, used as a person does. */
export class ApprovalPage extends WebviewPage {
  /** The heading: what is asked, or how the start goes. */
  override get title(): Locator {
    return this.body.locator('#title');
  }

  /** The servers that are listed. */
  get servers(): Locator {
    return this.body.locator('#servers > li');
  }

  /** The button that approves for all workspaces, or does the like. */
  get primary(): Locator {
    return this.body.locator('button.primary');
  }

  /** One server that is listed. */
  server(name: string): Locator {
    const byName = this.window.page.getByText(name, { exact: true });
    return this.servers.filter({ has: byName });
  }

  /** The box of a server. */
  box(name: string): Locator {
    return this.body.getByRole('checkbox', { name, exact: true });
  }

  /** The heading where this is asked, or said of the start: what was asked before may still stand there. */
  question(title: string | RegExp): Locator {
    return this.title.filter({ hasText: title });
  }

  /** Waits until this is asked, or said of the start. */
  async asks(title: string | RegExp): Promise<void> {
    await this.question(title).waitFor();
  }

  async tick(name: string): Promise<void> {
    await this.box(name).check();
  }

  async untick(name: string): Promise<void> {
    await this.box(name).uncheck();
  }

  /** Approves what is ticked, and has Roundhouse run the servers of all workspaces if that is asked. */
  async approve(): Promise<void> {
    const button = this.primary.filter({ hasText: /Approve and Start \d|Let Roundhouse Run Them/ });
    // Its number follows the ticks a moment later.
    await vi.waitFor(async () => {
      const [, count = 0] = /(\d+)/.exec(await button.innerText({ timeout: 5_000 })) ?? [];
      expect(Number(count)).toBe(await this.body.locator('input[data-tick]:checked').count());
    });
    await button.click();
  }

  /** Leaves the servers to VS Code. */
  async leave(): Promise<void> {
    await this.button('Leave Them to VS Code').click();
  }

  /** Leaves the question open, or a finished start. */
  async cancel(): Promise<void> {
    await this.title.press('Escape');
    await this.isGone();
  }

  /** Waits until the page is closed. */
  async isGone(): Promise<void> {
    await this.frame.waitFor({ state: 'detached' });
  }
}
