import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { WebviewPanel } from 'vscode';
import type { FromOverview } from '../../../../src/ui/overviewPage/overviewMessages';
import type { OverviewContext } from '../../../../src/ui/overviewPage/overviewPage.editor';

vi.mock('vscode', () => ({ l10n: { t: (said: string) => said } }));
vi.mock('../../../../src/ui/page/pagePanel.editor', () => ({ loadPage: vi.fn() }));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { OverviewPage } = await import('../../../../src/ui/overviewPage/overviewPage.editor');

test('a page that is loaded anew searches for nothing in the traffic', async () => {
  const asked: unknown[] = [];
  let receive: (message: FromOverview) => void = () => undefined;
  const heard = () => ({ dispose: vi.fn() });
  const panel = {
    visible: true,
    onDidChangeViewState: heard,
    webview: {
      onDidReceiveMessage: (listener: typeof receive) => {
        receive = listener;
        return { dispose: vi.fn() };
      },
      postMessage: vi.fn(),
    },
  };
  const host = {
    mode: signal({ kind: 'shared', pid: 1, build: 'test' }),
    onCallsChanged: heard,
    send: (_: string, wanted: unknown) => {
      asked.push(wanted);
      return new Promise(() => undefined);
    },
  };
  const window = { context: {}, model: { host } } as unknown as OverviewContext;
  const page = new OverviewPage(window, panel as unknown as WebviewPanel);
  receive({ kind: 'ready' });
  receive({ kind: 'look', part: 'traffic', open: [] });
  receive({ kind: 'search', text: 'add', server: 'till' });
  expect(asked.at(-1)).toMatchObject({ id: 'till', search: 'add' });
  receive({ kind: 'ready' });
  receive({ kind: 'look', part: 'traffic', open: [] });
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ id: undefined, search: '' }));
  page.dispose();
});
