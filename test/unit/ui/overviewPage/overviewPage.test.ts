import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { WebviewPanel } from 'vscode';
import type { FromOverview, ToOverview } from '../../../../src/ui/overviewPage/overviewMessages';
import type { OverviewContext } from '../../../../src/ui/overviewPage/overviewPage.editor';

vi.mock('vscode', () => ({ l10n: { t: (said: string) => said } }));
vi.mock('../../../../src/ui/page/pagePanel.editor', () => ({ loadPage: vi.fn() }));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { effectiveSettings } = await import('../../../../src/config/settings/effectiveSettings');
const { noCosts } = await import('../../../../src/ui/costs/noCosts');
const { OverviewPage } = await import('../../../../src/ui/overviewPage/overviewPage.editor');
const { entries, now, shopFile, snapshot } = await import('../samples');

const file = shopFile(JSON.stringify({ servers: { till: { command: 'till' } } }));
const waiting = snapshot({
  kind: 'backingOff',
  attempt: 5,
  retryAt: now + 27_000,
  error: { code: 'exited' },
});

/** An open page of a server that waits for its retry. */
function openPage() {
  const asked: unknown[] = [];
  const sent: ToOverview[] = [];
  const clock = { now: signal(now) };
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
      postMessage: (message: ToOverview) => sent.push(message),
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
  const [[id, server] = []] = entries([file], { till: waiting });
  const effective = effectiveSettings('till', {});
  const workspace = {
    host,
    entries: signal(new Map([[id, { ...server, effective, precedence: { kind: 'counts' } }]])),
    files: signal([]),
    trusted: signal(true),
  };
  const window = {
    extensionContext: {},
    workspace,
    clock,
    config: { sources: [file.source] },
    costs: signal(noCosts),
  } as unknown as OverviewContext;
  const page = new OverviewPage(window, panel as unknown as WebviewPanel);
  const look = (part: Extract<FromOverview, { kind: 'look' }>['part']): void => {
    receive({ kind: 'ready' });
    receive({ kind: 'look', part, open: [] });
  };
  return { page, asked, sent, clock, look, receive: (message: FromOverview) => receive(message) };
}

test('a page that is loaded anew searches for nothing in the traffic', async () => {
  const { page, asked, look, receive } = openPage();
  look('traffic');
  receive({ kind: 'search', text: 'add', server: 'till' });
  expect(asked.at(-1)).toMatchObject({ id: 'till', search: 'add' });
  look('traffic');
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ id: undefined, search: '' }));
  page.dispose();
});

test.each(['servers', 'configuration'] as const)(
  'seconds until a retry go on in %s',
  async (part) => {
    const { page, sent, clock, look } = openPage();
    look(part);
    await vi.waitFor(() => expect(JSON.stringify(sent.at(-1))).toContain('retrying in 27 s'));
    clock.now.value += 1_000;
    await vi.waitFor(() => expect(JSON.stringify(sent.at(-1))).toContain('retrying in 26 s'));
    page.dispose();
  },
);

test('calls come with the names of all servers', async () => {
  const { page, sent, look } = openPage();
  look('calls');
  await vi.waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ kind: 'servers', servers: [{ name: 'till' }] }),
  );
  page.dispose();
});
