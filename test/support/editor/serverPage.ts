import type { Locator } from 'playwright-core';
import { vi } from 'vitest';
import type { EditorWindow } from './openEditor';

/** A page of ours in an editor tab, used as a person does. */
export class WebviewPage {
  constructor(protected readonly window: EditorWindow) {}

  protected get frame(): Locator {
    return this.window.page.locator('iframe.webview').filter({ visible: true });
  }

  /** All that is in the page. */
  get body(): Locator {
    return this.frame.contentFrame().locator('iframe#active-frame').contentFrame().locator('body');
  }

  /** What stands at its top: the server's name. */
  get title(): Locator {
    return this.body.getByRole('heading', { level: 1 });
  }

  /** Opens a part. */
  async open(part: string): Promise<void> {
    await this.body.getByRole('tab', { name: new RegExp(`^${part}`) }).click();
  }

  /** Pixels by which it is wider than its tab. */
  overflow(): Promise<number> {
    return this.body.evaluate(({ ownerDocument: { documentElement } }) =>
      Math.max(0, documentElement.scrollWidth - documentElement.clientWidth),
    );
  }

  /** A button by its whole text. */
  button(name: string | RegExp): Locator {
    return this.body.getByRole('button', { name, exact: true });
  }
}

/** The page of a server. */
export class ServerPage extends WebviewPage {
  /** Opens the page by a click on the server's row. A row that moves meanwhile hears none; then a person clicks again. */
  async openFrom(row: Locator, server: string): Promise<void> {
    const click = async (): Promise<void> => {
      await row.locator('.label-name').click({ timeout: 10_000 });
      await this.title.filter({ hasText: server }).waitFor({ timeout: 10_000 });
    };
    await vi.waitFor(click, { timeout: 120_000 });
  }

  /** The row of a message in the traffic. */
  record(title: string | RegExp): Locator {
    const list = this.body.getByRole('navigation', { name: 'Traffic' }).getByRole('button');
    return list.filter({ has: this.window.page.locator('.label').getByText(title) });
  }

  /** Chooses a tool, prompt or resource of the list. */
  async choose(name: string): Promise<void> {
    const list = this.body.getByRole('navigation').getByRole('button');
    const byName = this.window.page.locator('.label').getByText(name, { exact: true });
    await list.filter({ has: byName }).click();
  }
}
