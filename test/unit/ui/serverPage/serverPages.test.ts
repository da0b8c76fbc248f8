import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { PageContext } from '../../../../src/ui/serverPage/serverPage.editor';

const opened = vi.hoisted((): { readonly dispose: () => void }[] => []);
const pages = vi.hoisted((): { readonly dispose: () => void }[] => []);

vi.mock('vscode', () => ({
  CancellationError: class extends Error {},
  Uri: { joinPath: vi.fn() },
  ViewColumn: {},
  l10n: { t: (said: string) => said },
  window: {
    tabGroups: { all: [], close: vi.fn() },
    createWebviewPanel: () => {
      const heard: (() => void)[] = [];
      const tab = {
        onDidDispose: (listener: () => void) => heard.push(listener),
        dispose: () => heard.forEach((listener) => listener()),
      };
      opened.push(tab);
      return tab;
    },
  },
}));

vi.mock('../../../../src/ui/serverPage/serverPage.editor', () => ({
  ServerPage: class {
    dispose = vi.fn();
    constructor() {
      pages.push(this);
    }
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { ServerPages } = await import('../../../../src/ui/serverPage/serverPages.editor');

test('a page is let go of when it is closed, and with its window', async () => {
  const model = { entries: signal(new Map()) };
  const server = new ServerPages({ context: {}, model } as unknown as PageContext);
  await server.show('till');
  opened[0]?.dispose();
  await server.show('till');
  server.dispose();
  // A second time would mean that a closed page was kept until then.
  expect(pages).toHaveLength(2);
  for (const page of pages) expect(page.dispose).toHaveBeenCalledOnce();
});
