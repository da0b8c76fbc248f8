import { expect, test, vi } from 'vitest';
import { Chat } from '../support/editor/chat';
import { editorForFile } from '../support/editor/fileEditor';
import { treeAgreesWithChat } from '../support/editor/inChat';
import { clearNotifications } from '../support/editor/notifications';
import { hostsOf } from '../support/editor/openEditor';
import { Tree } from '../support/editor/tree';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { everythingEntry } from '../support/fakeServer/everything';
import { fakeEntry } from '../support/fakeServer/fakeServer';
import { ProtectedServer } from '../support/oauth/protectedServer';

// Windows, hosts and editors go and come, in default settings. Each time the model is sent what the tree shows, and nobody
// is asked again.

const all = ['everything', 'plain', 'secret', 'shop'];

let shop: ProtectedServer;

const editor = editorForFile(async () => {
  shop = await ProtectedServer.start();
  const folder = workspaceFolder({});
  const plain = fakeEntry({ tools: ['hold', 'progress'] });
  const secret = { ...plain, env: { TOKEN: '${input:token}' } };
  folder.write({ everything: everythingEntry(), plain, secret, shop: { url: shop.url } }, [
    { id: 'token', type: 'promptString', description: 'The token', password: true },
  ]);
  const after = [{ [Symbol.asyncDispose]: () => shop.close() }];
  return { folder, approve: false, after };
});
const { tree, chat, quick, approval } = editor;

/** Waits until all servers run in a window, and its chat has what its tree shows. */
async function agrees(window: Pick<typeof editor, 'page' | 'chat'>): Promise<void> {
  await new Tree(window).untilRunning(...all);
  await treeAgreesWithChat(window, editor, { within: 20_000, expected: all });
}

test('servers run that took an approval, a value and a sign-in', async () => {
  await editor.setUp();
  await approval.approve();
  await quick.asks('The token');
  await quick.answer('a value');
  const opened = editor.page.context().waitForEvent('page');
  const dialog = editor.page.locator('.monaco-dialog-box');
  await dialog.getByRole('button', { name: 'Sign In' }).click({ timeout: 60_000 });
  await tree.row('shoprunning · 1 tool').waitFor({ timeout: 60_000 });
  await (await opened).close();
  await approval.cancel();
  await clearNotifications(editor.page);
  await chat.open();
  await agrees(editor);
});

test('a second window has them', async () => {
  const page = await editor.openWindow();
  try {
    await new Tree({ page }).open();
    const there = new Chat({ page });
    await there.open();
    await agrees({ page, chat: there });
    await agrees(editor);
  } finally {
    await page.close();
  }
});

test('they come back after the host is killed', async () => {
  const [host] = hostsOf(editor);
  if (host === undefined) throw new Error('There is no host.');
  process.kill(host, 'SIGKILL');
  await vi.waitFor(
    () => {
      const [next] = hostsOf(editor);
      expect(next).not.toBe(host);
      expect(next).toBeDefined();
    },
    { timeout: 30_000 },
  );
  await agrees(editor);
});

test('they come back after the window is reloaded', async () => {
  await editor.page.reload();
  await tree.open();
  await chat.open();
  await agrees(editor);
});

test('they come back after the editor is restarted', async () => {
  await editor.restart();
  await tree.open();
  await chat.open();
  await agrees(editor);
});
