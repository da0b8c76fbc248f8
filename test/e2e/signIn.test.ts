import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { openEditor, type TestEditor } from '../support/editor/openEditor';
import { pictureOfFailure } from '../support/editor/pictureOfFailure';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { Tree } from '../support/editor/tree';
import { workspaceFolder, type WorkspaceFolder } from '../support/editor/workspaceFolder';
import { ProtectedServer } from '../support/oauth/protectedServer';

// Nobody is sent to a sign-in who has not asked for it, and everybody is told where it leads.

let server: ProtectedServer;
let folder: WorkspaceFolder;
let editor: TestEditor;
let tree: Tree;

beforeAll(async () => {
  server = await ProtectedServer.start();
  folder = workspaceFolder({ shop: { url: server.url } });
  editor = await openEditor({
    folder: folder.path,
    settings: { 'roundhouse.owner': 'roundhouse', 'roundhouse.trust': 'workspace' },
    machineSettings: { 'roundhouse.hostGraceSeconds': 1 },
  });
  tree = new Tree(editor.page);
  await tree.open();
});

afterAll(async () => {
  await editor?.close();
  folder?.remove();
  await server?.close();
});

const dialog = () => editor.page.locator('.monaco-dialog-box');

test('a server that wants a sign-in waits for it and opens nothing', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'sign-in-waits-failed'));
  await tree.row('shopblocked · needs you to sign in').waitFor({ timeout: 60_000 });
  await screenshot(editor.page, 'sign-in-waits');
  expect(await dialog().count()).toBe(0);
  expect(server.issuer.authorizations).toEqual([]);
});

test('Sign In names the server and the host, and takes no for an answer', async () => {
  onTestFailed(() => pictureOfFailure(editor.page, 'sign-in-question-failed'));
  await runCommand(editor.page, 'MCP Roundhouse: Sign In');
  const pick = editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'shop' });
  await pick.first().click();
  await dialog().waitFor();
  await screenshot(editor.page, 'sign-in-question');
  const text = await dialog().innerText();
  expect(text).toContain('The MCP server "shop" wants you to sign in at');
  expect(text).toContain(new URL(server.issuer.issuer).host);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await tree.row('shopblocked · needs you to sign in · cancelled').waitFor();
  expect(server.issuer.registrations).toEqual([]);
});
