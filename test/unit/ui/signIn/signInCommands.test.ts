import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { Workspace } from '../../../../src/client/workspace';
import { entries, shopFile, snapshot } from '../samples';

const shown = vi.hoisted((): string[] => []);

vi.mock('vscode', () => ({
  ConfigurationTarget: {},
  EventEmitter: vi.fn(),
  l10n: { t: (said: string) => said },
  window: { showInformationMessage: (text: string) => Promise.resolve(void shown.push(text)) },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { signInCommands } = await import('../../../../src/ui/signIn/signInCommands.editor');

const file = shopFile(`{ "servers": {
  "till": { "command": "till" },
  "stock": { "url": "https://shop.example/mcp", "headers": { "authorization": "Bearer x" } },
  "bank": { "url": "https://bank.example/mcp" }
} }`);
const up = snapshot({ kind: 'running', since: 0 });
const shownServers = entries([file], { till: up, stock: up, bank: up });

/** The commands, with the requests that they make. */
function commands(servers = shownServers) {
  const send = vi.fn(() => Promise.resolve(null));
  const start = vi.fn(() => Promise.resolve());
  const shownNow = signal(servers);
  const workspace = { entries: shownNow, trusted: signal(true), start, host: { send } };
  return { ...signInCommands(workspace as unknown as Workspace), send, start, shownNow };
}

test.each(['till', 'stock'])(
  'nobody signs in or out where there is no sign-in: %s',
  async (name) => {
    const { signIn, signOut, send, start } = commands();
    const target = { server: `folder:shop/${name}` };
    const refusal = { code: 'noSignIn', args: { server: name } };
    await expect(signIn(target, undefined)).rejects.toMatchObject(refusal);
    await expect(signOut(target, undefined)).rejects.toMatchObject(refusal);
    expect(start).not.toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
  },
);

test('a running server with a sign-in asks for more rights, or is signed out of', async () => {
  const { signIn, signOut, send } = commands();
  const target = { server: 'folder:shop/bank' };
  await signIn(target, undefined);
  await signOut(target, undefined);
  const named = { id: target.server };
  expect(send.mock.calls).toEqual([
    ['signIn', named],
    ['signOut', named],
  ]);
  expect(shown).toEqual(['Signed out of "bank".']);
});

test('a server that waits for a sign-in is asked for another page, and needs no start before', async () => {
  const reason = { code: 'signInNeeded' };
  const bank = snapshot({ kind: 'blocked', need: 'authorization', reason });
  const { signIn, send, start, shownNow } = commands(entries([file], { bank }));
  send.mockImplementation(async () => {
    shownNow.value = shownServers;
    return null;
  });
  const target = { server: 'folder:shop/bank' };
  await signIn(target, undefined);
  expect(start).not.toHaveBeenCalled();
  expect(send.mock.calls).toEqual([['signIn', { id: target.server }]]);
});

test('a person whose server has just been started for its sign-in is not told that they are signed in', async () => {
  const idle = snapshot({ kind: 'idle', cached: false });
  const { signIn, send, start, shownNow } = commands(entries([file], { bank: idle }));
  start.mockImplementation(async () => void (shownNow.value = shownServers));
  const { UserError } = await import('../../../../src/base/errors');
  send.mockRejectedValue(new UserError('alreadySignedIn'));
  const target = { server: 'folder:shop/bank' };
  await signIn(target, undefined);
  await expect(signIn(target, undefined)).rejects.toMatchObject({ code: 'alreadySignedIn' });
  expect(send).toHaveBeenCalledTimes(2);
});

test('where a server does not count, the reason is told', async () => {
  const inactiveReason = { code: 'disabledBySettings', args: { layer: 'user' } };
  const off = new Map(
    Array.from(shownServers, ([id, entry]) => [id, { ...entry, inactiveReason }]),
  );
  const { signOut, send } = commands(off);
  const refused = signOut({ server: 'folder:shop/bank' }, undefined);
  await expect(refused).rejects.toMatchObject({ code: inactiveReason.code });
  expect(send).not.toHaveBeenCalled();
});
