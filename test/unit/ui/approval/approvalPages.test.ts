import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { Definition } from '../../../../src/config/definition';
import type { PageMessage, PageUpdate } from '../../../../src/ui/approval/approvalMessages';
import type { WindowContext } from '../../../../src/ui/window/windowContext.editor';
import { MemoryKeyValueStore } from '../../client/memoryStores';
import { shopFile } from '../samples';

/** The page of the editor: the last content that it was sent, and how it is closed. */
const page = vi.hoisted(() => ({
  shown: undefined as PageUpdate | undefined,
  close: (): void => undefined,
  send: (_message: PageMessage): void => undefined,
  /** Gives the window the focus. */
  focus: (): void => undefined,
}));
/** The editor's tools, settings and commands that were run. */
const editor = vi.hoisted(() => ({
  tools: [] as { readonly name: string; readonly description: string }[],
  settings: {} as Record<string, unknown>,
  run: [] as (readonly unknown[])[],
}));

vi.mock('vscode', () => ({
  env: {},
  UIKind: {},
  ConfigurationTarget: {},
  ThemeIcon: vi.fn(),
  Uri: { joinPath: () => '' },
  ViewColumn: { Active: 1 },
  commands: {
    executeCommand: (...command: readonly unknown[]) =>
      Promise.resolve(void editor.run.push(command)),
  },
  l10n: { t: (said: string) => said },
  lm: editor,
  window: {
    onDidChangeWindowState: (changed: (state: { readonly focused: boolean }) => void) => {
      page.focus = () => changed({ focused: true });
      return { dispose: () => undefined };
    },
    createWebviewPanel: () => ({
      webview: {
        asWebviewUri: () => '',
        onDidReceiveMessage: (receive: (message: PageMessage) => void) => {
          page.send = receive;
          return { dispose: () => undefined };
        },
        postMessage: (update: PageUpdate) => {
          page.shown = update;
          return Promise.resolve(true);
        },
      },
      reveal: () => undefined,
      onDidDispose: (closed: () => void) => (page.close = closed),
      dispose: () => page.close(),
    }),
  },
  workspace: {
    workspaceFolders: [{ uri: { fsPath: '/home/ann/shop' } }],
    getConfiguration: () => ({
      inspect: (key: string) => ({ workspaceValue: editor.settings[key] }),
      update: (key: string, value: unknown) => Promise.resolve(void (editor.settings[key] = value)),
    }),
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { ApprovalPages } = await import('../../../../src/ui/approval/approvalPages.editor');
const { startAfterReload } = await import('../../../../src/ui/owner/owner.editor');

const state = { kind: 'idle', cached: false } as const;
const entries = signal(new Map<string, object>());

/** The servers of the window as its file has them now. */
function write(servers: object, runBy = 'roundhouse'): readonly Definition[] {
  const { definitions } = shopFile(JSON.stringify({ servers })).parsed;
  const all = definitions.map((definition) => {
    const { id, name } = definition;
    return [id, { definition, runBy, snapshot: { id, name, state } }] as const;
  });
  entries.value = new Map(all);
  return definitions;
}

function openWindow(owner = 'roundhouse') {
  const stored = () => new MemoryKeyValueStore();
  return {
    extensionContext: { extensionUri: '', globalState: stored(), workspaceState: stored() },
    config: { idle: () => Promise.resolve() },
    workspace: {
      owner: signal(owner),
      entries,
      inspect: (definition: Definition) => Promise.resolve({ ...definition, isApproved: false }),
    },
    inputs: { isStored: () => Promise.resolve(false) },
  } as unknown as Pick<WindowContext, 'extensionContext' | 'config' | 'workspace' | 'inputs'>;
}

function open(window = openWindow()): InstanceType<typeof ApprovalPages> {
  return new ApprovalPages(window);
}

/** Asks for these servers, on a page that shows nothing of before. */
function ask(
  pages: InstanceType<typeof ApprovalPages>,
  wanted: readonly Definition[],
  signal = new AbortController().signal,
): Promise<unknown> {
  page.shown = undefined;
  return pages.ask({ wanted, choosesOwner: false }, signal);
}

/** What the page says of its only server. */
async function card(command: string): Promise<{ isTicked: boolean; isChanged: boolean }> {
  await vi.waitFor(() => expect(page.shown?.cards[0]?.html).toContain(command));
  return {
    isTicked: page.shown?.ticked.length === 1,
    isChanged: page.shown?.cards[0]?.html.includes('Changed while this page was open') === true,
  };
}

const asIs = { isTicked: true, isChanged: false };
const changed = { isTicked: false, isChanged: true };

test('a question that comes again because its entry has changed says so, and ticks nothing', async () => {
  const pages = open();
  const withdrawn = new AbortController();
  const first = ask(pages, write({ till: { command: 'till' } }), withdrawn.signal);
  expect(await card('till')).toEqual(asIs);
  const wanted = write({ till: { command: 'evil' } });
  withdrawn.abort();
  expect(await first).toBeUndefined();
  const second = ask(pages, wanted);
  expect(await card('evil')).toEqual(changed);
  // What a person closes is over.
  page.close();
  expect(await second).toBeUndefined();
  void ask(pages, wanted);
  expect(await card('evil')).toEqual(asIs);
  pages.dispose();
});

test('a question goes on when the person comes back from a window in which they have approved', async () => {
  const window = openWindow();
  const pages = open(window);
  const asked = ask(pages, write({ till: { command: 'till' } }));
  expect(await card('till')).toEqual(asIs);
  const approved = (definition: Definition) => Promise.resolve({ ...definition, isApproved: true });
  Object.assign(window.workspace, { inspect: approved });
  page.focus();
  expect(await asked).toEqual({ approved: [] });
  pages.dispose();
});

test('another question leaves marked what has changed since the page was opened', async () => {
  const pages = open();
  void ask(pages, write({ till: { command: 'till' } }));
  expect(await card('till')).toEqual(asIs);
  const wanted = write({ till: { command: 'evil' } });
  expect(await card('evil')).toEqual(changed);
  void ask(pages, wanted);
  expect(await card('evil')).toEqual(changed);
  pages.dispose();
});

test('an entry that is mended while the page shows its failed start is asked about as it is', async () => {
  const pages = open();
  const first = ask(pages, write({ till: { command: 'tilll' } }));
  expect(await card('tilll')).toEqual(asIs);
  page.send({ kind: 'approve', layer: 'workspace', keys: page.shown?.ticked ?? [] });
  expect(await first).toMatchObject({ approved: [{ name: 'till' }] });
  void ask(pages, write({ till: { command: 'till' } }));
  expect(await card('till')).toEqual(asIs);
  pages.dispose();
});

test('servers that are approved with an owner that reloads the window start once after that, as by hand', async () => {
  editor.tools = [{ name: 'mcp_till_refund', description: '' }];
  const window = openWindow('ask');
  const pages = open(window);
  const wanted = write({ till: { command: 'till' } }, 'undecided');
  const asked = pages.ask({ wanted, choosesOwner: true }, new AbortController().signal);
  await vi.waitFor(() => expect(page.shown?.head).toContain('reloads once'));
  page.send({ kind: 'approve', layer: 'workspace', keys: page.shown?.ticked ?? [] });
  const answer = await asked;
  await pages.setOwner(answer?.owner ?? { runner: 'vscode', layer: 'user' });
  expect(editor.run.at(-1)).toEqual(['workbench.action.reloadWindow']);
  await startAfterReload(window);
  await startAfterReload(window);
  expect(editor.run.filter(([name]) => name === 'roundhouse.startServer')).toEqual([
    ['roundhouse.startServer', wanted[0]?.id],
  ]);
  pages.dispose();
});
