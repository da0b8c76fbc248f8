import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { Definition } from '../../../../src/config/definition';
import type { PageUpdate } from '../../../../src/ui/approval/approvalMessages';
import type { WindowContext } from '../../../../src/ui/window/windowContext.editor';
import { shopFile } from '../samples';

/** The page of the editor: the last content that it was sent, and how it is closed. */
const page = vi.hoisted(() => ({
  shown: undefined as PageUpdate | undefined,
  close: (): void => undefined,
}));

vi.mock('vscode', () => ({
  ConfigurationTarget: {},
  ThemeIcon: vi.fn(),
  Uri: { joinPath: () => '' },
  ViewColumn: { Active: 1 },
  l10n: { t: (said: string) => said },
  window: {
    createWebviewPanel: () => ({
      webview: {
        asWebviewUri: () => '',
        onDidReceiveMessage: () => ({ dispose: () => undefined }),
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
  workspace: { workspaceFolders: [] },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { ApprovalPages } = await import('../../../../src/ui/approval/approvalPages.editor');

const state = { kind: 'idle', cached: false } as const;
const entries = signal(new Map<string, object>());

/** The servers of the window as its file has them now. */
function write(servers: object): readonly Definition[] {
  const { definitions } = shopFile(JSON.stringify({ servers })).parsed;
  const all = definitions.map((definition) => {
    const { id, name } = definition;
    return [id, { definition, runBy: 'roundhouse', snapshot: { id, name, state } }] as const;
  });
  entries.value = new Map(all);
  return definitions;
}

function open(): InstanceType<typeof ApprovalPages> {
  return new ApprovalPages({
    context: { extensionUri: '' },
    model: {
      owner: signal('roundhouse'),
      entries,
      inspect: (definition: Definition) => Promise.resolve({ ...definition, isApproved: false }),
    },
    inputs: { isStored: () => Promise.resolve(false) },
  } as unknown as Pick<WindowContext, 'context' | 'model' | 'inputs'>);
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
