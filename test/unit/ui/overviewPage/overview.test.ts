import { expect, onTestFinished, test, vi } from 'vitest';
import type { WebviewPanel } from 'vscode';
import type { OverviewContext } from '../../../../src/ui/overviewPage/overviewPage.editor';

const editor = vi.hoisted(() => {
  /** A tab that a person can close. */
  const newTab = () => {
    const heard: (() => void)[] = [];
    const tab = {
      isClosed: false,
      onDidDispose: (listener: () => void) => heard.push(listener),
      dispose() {
        tab.isClosed = true;
        for (const listener of heard) listener();
      },
      reveal: vi.fn(),
    };
    return tab;
  };
  return {
    newTab,
    opened: [] as ReturnType<typeof newTab>[],
    pages: [] as { readonly dispose: () => void }[],
  };
});

vi.mock('vscode', () => ({
  CancellationError: class extends Error {},
  Uri: { joinPath: vi.fn() },
  ViewColumn: {},
  l10n: { t: (said: string) => said },
  window: {
    tabGroups: { all: [], close: vi.fn() },
    createWebviewPanel: () => {
      const tab = editor.newTab();
      editor.opened.push(tab);
      return tab;
    },
  },
}));

/** A page that cannot be in a closed tab. */
vi.mock('../../../../src/ui/overviewPage/overviewPage.editor', () => ({
  OverviewPage: class {
    show = vi.fn();
    dispose = vi.fn();
    constructor(
      _: OverviewContext,
      readonly panel: ReturnType<typeof editor.newTab>,
    ) {
      if (panel.isClosed) throw new Error('Webview is disposed');
      editor.pages.push(this);
    }
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { Overview } = await import('../../../../src/ui/overviewPage/overview.editor');

test.each(['before', 'while'])(
  'a restored tab that is closed %s its page loads does not keep the next one from opening',
  async (when) => {
    editor.opened.length = 0;
    const overview = new Overview({ context: {} } as OverviewContext);
    onTestFinished(() => overview.dispose());
    const tab = editor.newTab();
    if (when === 'before') tab.dispose();
    const restored = overview.restore(tab as unknown as WebviewPanel);
    if (when === 'while') tab.dispose();
    await expect(restored).rejects.toThrow();
    await overview.show('calls');
    expect(editor.opened).toMatchObject([{ isClosed: false }]);
    await overview.show('costs');
    expect(editor.opened).toHaveLength(1);
  },
);

test('a page is let go of when it is closed, and with its window', async () => {
  editor.opened.length = editor.pages.length = 0;
  const overview = new Overview({ context: {} } as OverviewContext);
  await overview.show('calls');
  editor.opened[0]?.dispose();
  await overview.show('calls');
  overview.dispose();
  // A second time would mean that a closed page was kept until then.
  expect(editor.pages).toHaveLength(2);
  for (const page of editor.pages) expect(page.dispose).toHaveBeenCalledOnce();
});
