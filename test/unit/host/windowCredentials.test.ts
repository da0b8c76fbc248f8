import { afterEach, beforeEach, expect, test } from 'vitest';
import { DisposableStore } from '../../../src/base/disposable';
import { channelOver, memoryPair } from '../../../src/ipc/channel';
import { HostRpc } from '../../../src/client/hostConnection/hostRpc';
import { serveSignIn } from '../../../src/client/signIn';
import { WindowCredentials } from '../../../src/host/windowCredentials';
import { memorySecrets } from '../../../src/terminal/terminalPrompts';

const { signal } = new AbortController();
let store: DisposableStore;

beforeEach(() => {
  store = new DisposableStore();
});

afterEach(() => store.dispose());

/** A window with a store of its own, so that it shows who was asked; one that hangs reads nothing. */
function open(credentials: WindowCredentials, { used = 0, hangs = false } = {}) {
  const [mine, theirs] = memoryPair();
  const [host, window] = [channelOver(mine), channelOver(theirs)];
  const secrets = memorySecrets();
  store.add(host);
  store.add(window);
  const prepare = () => Promise.reject(new Error('nobody'));
  store.add(serveSignIn(new HostRpc(window), { secrets, prepare }));
  host.listen();
  if (!hangs) window.listen();
  const entry = credentials.add(host, () => used);
  return { window, entry, kept: () => secrets.get('credentials key') };
}

test('the window that was used last keeps them', async () => {
  const credentials = new WindowCredentials();
  const older = open(credentials, { used: 1 });
  const newer = open(credentials, { used: 2 });
  await credentials.store('key', 'secret', signal);
  expect(await newer.kept()).toBe('secret');
  expect(await older.kept()).toBeUndefined();
  expect(await credentials.load('key', signal)).toBe('secret');
});

test('one that says nothing or is gone is followed by the next', async () => {
  const credentials = new WindowCredentials({ timeoutMs: 50 });
  open(credentials, { used: 3, hangs: true });
  const gone = open(credentials, { used: 2 });
  const last = open(credentials, { used: 1 });
  gone.window.dispose();
  await credentials.store('key', 'secret', signal);
  expect(await last.kept()).toBe('secret');
});

test('a window that reloads is waited for, for as long as its grace', async () => {
  let grace = 60_000;
  const credentials = new WindowCredentials({ grace: () => grace });
  const before = open(credentials);
  before.window.dispose();
  // One request notices that the window left, the other comes while there is none.
  const noticing = credentials.store('key', 'secret', signal);
  before.entry.dispose();
  const coming = credentials.load('key', signal);
  const after = open(credentials);
  await noticing;
  await coming;
  expect(await after.kept()).toBe('secret');
  grace = 1;
  after.entry.dispose();
  await expect(credentials.load('key', signal)).rejects.toMatchObject({ code: 'signInNoWindow' });
});

test('where all say nothing there is no window', async () => {
  const credentials = new WindowCredentials({ timeoutMs: 50 });
  open(credentials, { hangs: true });
  await expect(credentials.load('key', signal)).rejects.toMatchObject({ code: 'signInNoWindow' });
});

test('who gives up is not kept waiting by a window', async () => {
  const credentials = new WindowCredentials();
  open(credentials, { hangs: true });
  const leaving = new AbortController();
  const loading = credentials.load('key', leaving.signal);
  leaving.abort();
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
});
