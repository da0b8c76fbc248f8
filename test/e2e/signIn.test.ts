import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { ProtectedServer } from '../support/oauth/protectedServer';

// Nobody is sent to a sign-in who has not asked for it, and everybody is told where it leads.

let server: ProtectedServer;

const editor = editorForFile(async () => {
  server = await ProtectedServer.start();
  return { folder: { servers: { shop: { url: server.url } } }, running: [], after: [server] };
});
const { tree, quick, menu } = editor;

const dialog = () => editor.page.locator('.monaco-dialog-box');

/** Clicks Sign In on the row of the server and agrees; gives the page that opens. */
async function signIn(): Promise<Page> {
  await tree.act(tree.row('shopblocked'), 'Sign In', dialog());
  const opened = editor.page.context().waitForEvent('page');
  await dialog().getByRole('button', { name: 'Sign In' }).click();
  return opened;
}

/** How often a person was sent to the authorization server, and a code or a token was redeemed. */
const traffic = () => ({
  authorizations: server.issuer.authorizations.length,
  tokens: server.issuer.tokenRequests.map(({ grant_type }) => grant_type),
});

test('a server that wants a sign-in waits for it and opens nothing', async () => {
  // Whoever approves it asked for it, and is asked at once.
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await tree.row('shopblocked · needs you to sign in').waitFor();
  await runCommand(editor.page, 'MCP Roundhouse: Stop All Servers');
  await tree.row('shopstopped').waitFor();
  await editor.page.reload();
  await tree.open();
  await tree.row('shopblocked · needs you to sign in').waitFor({ timeout: 60_000 });
  await screenshot(editor.page, 'sign-in-waits');
  expect(await dialog().count()).toBe(0);
  expect(server.issuer.authorizations).toEqual([]);
});

test('Sign In names the server and the host, and takes no for an answer', async () => {
  await runCommand(editor.page, 'MCP Roundhouse: Sign In');
  await quick.choose('shop');
  await dialog().waitFor();
  await screenshot(editor.page, 'sign-in-question');
  const text = await dialog().innerText();
  expect(text).toContain('The MCP server "shop" wants you to sign in at');
  expect(text).toContain(new URL(server.issuer.issuer).host);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'detached' });
  // "cancelled" stands there until something else asks for the server, as the editor may at any time.
  await tree.row('shopblocked · needs you to sign in').waitFor();
  expect(server.issuer.registrations).toEqual([]);
});

test('a sign-in comes back through the browser, and the server runs', async () => {
  const browser = await signIn();
  await tree.row('shoprunning · 1 tool').waitFor({ timeout: 30_000 });
  await browser.getByText('You can close this page').waitFor();
  await browser.close();
  expect(traffic()).toEqual({ authorizations: 1, tokens: ['authorization_code'] });
  // What was signed is what arrived: an editor that writes addresses anew would break it.
  const [asked] = server.issuer.authorizations;
  const [registered] = server.issuer.registrations;
  expect(registered?.['redirect_uris']).toEqual([asked?.['redirect_uri']]);
  expect(asked?.['resource']).toBe(server.url);
  await screenshot(editor.page, 'sign-in-done');
});

test('Sign Out stops the server and gives the tokens back; a start asks again', async () => {
  const { access } = server.issuer;
  await menu.choose(tree.row('shoprunning'), 'Sign Out');
  await editor.page.getByText('Signed out of "shop".', { exact: true }).waitFor();
  expect(access.size).toBe(0);
  expect(server.issuer.revoked).not.toEqual([]);
  await tree.act(tree.row('shopstopped'), 'Start Server', dialog());
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await tree.row('shopblocked · needs you to sign in').waitFor({ timeout: 30_000 });
});

test('a browser that cannot come back: the address that it ends at is pasted', async () => {
  let address = '';
  await editor.page.context().route(/\/authorize\?/, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    address = answer.headers()['location'] ?? '';
    await route.fulfill({ body: 'No way back from here' });
  });
  const browser = await signIn();
  await browser.getByText('No way back from here').waitFor();
  await editor.page.getByRole('button', { name: 'Paste Address…' }).last().click();
  await quick.asks('The whole address at which the browser ended');
  await quick.answer(server.url);
  await quick.asks('This is not the address that the sign-in ends at.');
  await screenshot(editor.page, 'sign-in-pasted');
  await quick.answer(address);
  await tree.row('shoprunning · 1 tool').waitFor({ timeout: 30_000 });
  await browser.close();
});
