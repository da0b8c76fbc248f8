import type { Locator } from 'playwright-core';
import type { EditorWindow } from './openEditor';

/** The page of a server, used as a person does. */
export class ServerPage {
  constructor(private readonly window: EditorWindow) {}

  /** All that is in the page. */
  get body(): Locator {
    const visible = this.window.page.locator('iframe.webview').filter({ visible: true });
    return visible.contentFrame().locator('iframe#active-frame').contentFrame().locator('body');
  }

  /** What stands at its top: the server's name. */
  get title(): Locator {
    return this.body.getByRole('heading', { level: 1 });
  }

  /** Opens a part. */
  async open(part: string): Promise<void> {
    await this.body.getByRole('tab', { name: new RegExp(`^${part}`) }).click();
  }

  button(name: string): Locator {
    return this.body.getByRole('button', { name, exact: true });
  }

  /** Chooses a tool, prompt or resource of the list. */
  async choose(name: string): Promise<void> {
    const list = this.body.getByRole('navigation').getByRole('button');
    const byName = this.window.page.locator('.label').getByText(name, { exact: true });
    await list.filter({ has: byName }).click();
  }
}
