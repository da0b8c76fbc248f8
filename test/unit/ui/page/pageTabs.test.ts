import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Uri, WebviewPanel } from 'vscode';

const editor = vi.hoisted(() => {
  /** The panel of a tab that a person can close. */
  const newPanel = (title: string) => {
    const heard: (() => void)[] = [];
    const panel = {
      title,
      isClosed: false,
      onDidDispose: (listener: () => void) => heard.push(listener),
      dispose() {
        panel.isClosed = true;
        for (const listener of heard) listener();
      },
      reveal: vi.fn(),
    };
    return panel;
  };
  class TabInputWebview {
    constructor(readonly viewType: string) {}
  }
  return {
    newPanel,
    TabInputWebview,
    opened: [] as ReturnType<typeof newPanel>[],
    groups: [] as { readonly viewColumn: number; readonly tabs: object[] }[],
    /** What the editor does when a tab is shown, one after another. */
    restore: [] as (() => void)[],
    commands: [] as unknown[],
  };
});

vi.mock('vscode', () => ({
  CancellationError: class extends Error {},
  TabInputWebview: editor.TabInputWebview,
  Uri: { joinPath: vi.fn() },
  ViewColumn: {},
  commands: {
    executeCommand: (...command: unknown[]) => {
      editor.commands.push(command);
      if (command.length > 1) editor.restore.shift()?.();
      return Promise.resolve();
    },
  },
  window: {
    tabGroups: {
      get all() {
        return editor.groups;
      },
    },
    createWebviewPanel: (_: string, title: string) => {
      const panel = editor.newPanel(title);
      editor.opened.push(panel);
      return panel;
    },
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { PageTabs } = await import('../../../../src/ui/page/pageTabs.editor');

/** The pages of a kind, whose titles are the last letters of their keys. A page cannot be in a closed tab. */
function newTabs() {
  const pages: { readonly dispose: () => void }[] = [];
  const tabs = new PageTabs({
    viewType: 'kind',
    extension: {} as Uri,
    titleOf: (key) => key.slice(-1),
    load: () =>
      Promise.resolve((key: string, panel: WebviewPanel) => {
        if ((panel as unknown as ReturnType<typeof editor.newPanel>).isClosed)
          throw new Error('Webview is disposed');
        const page = { key, panel, dispose: vi.fn() };
        pages.push(page);
        return page;
      }),
  });
  onTestFinished(() => tabs.dispose());
  return { tabs, pages };
}

const newPanel = (title: string) => editor.newPanel(title) as unknown as WebviewPanel;

/** A tab that VS Code has not restored yet. */
function addTab(viewColumn: number, label: string, viewType = 'mainThreadWebview-kind') {
  const group = { viewColumn, tabs: [] as object[] };
  const known = editor.groups.find((one) => one.viewColumn === viewColumn) ?? group;
  if (known === group) editor.groups.push(group);
  known.tabs.push({ label, input: new editor.TabInputWebview(viewType), group: known });
}

beforeEach(() => {
  editor.opened.length = editor.groups.length = editor.restore.length = editor.commands.length = 0;
});

test.each(['before', 'while'])(
  'a restored tab that is closed %s its page loads does not keep the next one from opening',
  async (when) => {
    const { tabs } = newTabs();
    const panel = newPanel('a');
    if (when === 'before') panel.dispose();
    const restored = tabs.restore('a', panel);
    if (when === 'while') panel.dispose();
    await expect(restored).rejects.toThrow();
    await tabs.show('a');
    expect(editor.opened).toMatchObject([{ isClosed: false }]);
    await tabs.show('a');
    expect(editor.opened).toHaveLength(1);
  },
);

test('a page is let go of when it is closed, and with its window', async () => {
  const { tabs, pages } = newTabs();
  await tabs.show('a');
  editor.opened[0]?.dispose();
  await tabs.show('a');
  tabs.dispose();
  // A second time would mean that a closed page was kept until then.
  expect(pages).toHaveLength(2);
  for (const page of pages) expect(page.dispose).toHaveBeenCalledOnce();
});

test('a page from before a reload is shown in its own tab, which keeps what it had', async () => {
  const { tabs } = newTabs();
  addTab(1, 'a', 'other');
  addTab(2, 'b');
  addTab(2, 'a');
  const panel = newPanel('a');
  editor.restore.push(() => void tabs.restore('a', panel));
  expect(await tabs.show('a')).toMatchObject({ key: 'a', panel });
  expect(editor.commands).toEqual([
    ['workbench.action.focusSecondEditorGroup'],
    ['workbench.action.openEditorAtIndex', 1],
  ]);
  expect(editor.opened).toEqual([]);
});

describe('where time stands still', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('the tab of another server of the same name stays, and the own one is shown after it', async () => {
    const { tabs } = newTabs();
    addTab(1, 'a');
    addTab(1, 'a');
    const [other, own] = [editor.newPanel('a'), newPanel('a')];
    editor.restore.push(() => {
      void tabs.restore('user/a', other as unknown as WebviewPanel);
      // It moved.
      editor.groups[0]?.tabs.unshift({});
    });
    editor.restore.push(() => void tabs.restore('folder/a', own));
    expect(await tabs.show('folder/a')).toMatchObject({ key: 'folder/a', panel: own });
    expect(editor.commands.at(-1)).toEqual(['workbench.action.openEditorAtIndex', 2]);
    expect(other.isClosed).toBe(false);
    expect(editor.opened).toEqual([]);
  });

  test('a page whose tab is in a group that VS Code has no command for is opened at once', async () => {
    const { tabs } = newTabs();
    addTab(9, 'a');
    expect(await tabs.show('folder/a')).toMatchObject({ panel: editor.opened[0] });
  });

  test('a tab is restored beside the open page of another server of the same name', async () => {
    const { tabs } = newTabs();
    addTab(1, 'a');
    await tabs.restore('user/a', newPanel('a'));
    addTab(2, 'a');
    const own = newPanel('a');
    editor.restore.push(
      () => void vi.advanceTimersToNextTimer(),
      () => void tabs.restore('folder/a', own),
    );
    expect(await tabs.show('folder/a')).toMatchObject({ panel: own });
  });
});
