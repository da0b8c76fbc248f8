import { afterEach, beforeEach, expect, test, onTestFinished, vi } from 'vitest';
import { DisposableStore } from '../../../src/base/disposable';
import { channelOver, memoryPair } from '../../../src/ipc/channel';
import { HostRpc } from '../../../src/client/hostConnection/hostRpc';
import { serveSignIn } from '../../../src/client/signIn';
import { WindowCredentials } from '../../../src/host/windowCredentials';
import { memorySecrets } from '../../../src/terminal/terminalPrompts';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OAuthAuthorizer } from '../../../src/connection/authorization/oauthAuthorizer';
import { fetchFor } from '../../../src/connection/transports/http/fetchFor';
import { authorizerFor } from '../../support/oauth/authorizerFor';
import { ask, openEndpoint } from '../../support/oauth/openEndpoint';
import { Person } from '../../support/oauth/person';
import { authorized } from '../../../src/connection/authorization/authorizer';

const { signal } = new AbortController();
let store: DisposableStore;

beforeEach(() => {
  store = new DisposableStore();
});

afterEach(() => store.dispose());

/** A window with a store of its own, so that it shows who was asked; one that hangs reads nothing. */
function open(
  credentials: WindowCredentials,
  { used = 0, hangs = false, secrets = memorySecrets() } = {},
) {
  const [mine, theirs] = memoryPair();
  const [host, window] = [channelOver(mine), channelOver(theirs)];
  store.add(host);
  store.add(window);
  const prepare = () => Promise.reject(new Error('nobody'));
  store.add(serveSignIn(new HostRpc(window), { secrets, prepare }));
  host.listen();
  if (!hangs) window.listen();
  const last = { used };
  const entry = credentials.add(host, () => last.used);
  return { last, window, entry, kept: () => secrets.get('credentials key') };
}

test('each window keeps them, and the one that was used last is asked for them', async () => {
  const credentials = new WindowCredentials();
  const stores = [memorySecrets(), memorySecrets()] as const;
  const older = open(credentials, { used: 1, secrets: stores[0] });
  const newer = open(credentials, { used: 2, secrets: stores[1] });
  await credentials.store('key', 'secret', signal);
  expect(await newer.kept()).toBe('secret');
  await vi.waitFor(async () => expect(await older.kept()).toBe('secret'));
  await stores[0].store('credentials key', 'another');
  expect(await credentials.load('key', signal)).toBe('secret');
  await credentials.store('key', undefined, signal);
  expect(await newer.kept()).toBeUndefined();
  await vi.waitFor(async () => expect(await older.kept()).toBeUndefined());
});

test('one that is slow keeps them as well, and keeps nobody waiting', async () => {
  const credentials = new WindowCredentials({ timeoutMs: 60_000 });
  open(credentials, { used: 2 });
  const slow = open(credentials, { used: 1, hangs: true });
  const giving = new AbortController();
  await credentials.store('key', 'secret', giving.signal);
  await credentials.store('key', 'newer', giving.signal);
  giving.abort();
  slow.window.listen();
  await vi.waitFor(async () => expect(await slow.kept()).toBe('newer'));
});

test('one that says nothing or is gone is followed by the next', async () => {
  // Long enough for the last one to answer on a busy machine.
  const credentials = new WindowCredentials({ timeoutMs: 500 });
  open(credentials, { used: 3, hangs: true });
  const gone = open(credentials, { used: 2 });
  const last = open(credentials, { used: 1 });
  gone.window.dispose();
  await credentials.store('key', 'secret', signal);
  expect(await last.kept()).toBe('secret');
});

test('what is read of one that says nothing is asked of the next soon, and from then on first', async () => {
  const credentials = new WindowCredentials({ settling: 1 });
  const silent = open(credentials, { used: 2, hangs: true });
  const other = open(credentials, { used: 1 });
  expect(await credentials.load('key', signal)).toBeUndefined();
  await credentials.store('key', 'secret', signal);
  expect(await other.kept()).toBe('secret');
  // It is there again, and used.
  silent.window.listen();
  silent.last.used = performance.now() + 1;
  await credentials.store('key', 'newer', signal);
  expect(await silent.kept()).toBe('newer');
});

test('one that comes while the others say nothing is asked as well', async () => {
  const credentials = new WindowCredentials({ settling: 1 });
  open(credentials, { hangs: true });
  const loading = credentials.load('key', signal);
  open(credentials);
  expect(await loading).toBeUndefined();
});

test('what failed in a window says more than that another one says nothing', async () => {
  // Long enough for the one that fails to say so on a busy machine.
  const credentials = new WindowCredentials({ timeoutMs: 500 });
  const get = (): Promise<never> => Promise.reject(new Error('The keyring is locked.'));
  open(credentials, { used: 1, secrets: { ...memorySecrets(), get } });
  open(credentials, { hangs: true });
  await expect(credentials.load('key', signal)).rejects.toThrow('keyring');
  open(credentials, { used: -1 });
  expect(await credentials.load('key', signal)).toBeUndefined();
});

test('one that is slow may still be the first to answer', async () => {
  const credentials = new WindowCredentials({ settling: 1 });
  const slow = open(credentials, { used: 2, hangs: true });
  const get = (): Promise<never> => {
    slow.window.listen();
    return new Promise(() => undefined);
  };
  open(credentials, { used: 1, secrets: { ...memorySecrets(), get } });
  expect(await credentials.load('key', signal)).toBeUndefined();
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

/** The credentials of a host of its own, with a window of the editor whose store this is. */
function hostOf(secrets: ReturnType<typeof memorySecrets>, locks: string): WindowCredentials {
  const credentials = new WindowCredentials({ locks, settling: 10 });
  const [mine, theirs] = memoryPair();
  const [host, window] = [channelOver(mine), channelOver(theirs)];
  const prepare = () => Promise.reject(new Error('nobody'));
  const serving = serveSignIn(new HostRpc(window), { secrets, prepare });
  onTestFinished(() => [serving, host, window].forEach((one) => one.dispose()));
  host.listen();
  window.listen();
  credentials.add(host, () => 0);
  return credentials;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rh-locks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('hosts of one store refresh one token once, also at the same time', async () => {
  const { server } = await openEndpoint({ authorization: { tokenDelayMs: 50 } });
  const folder = join(newFolder(), 'locks');
  const secrets = memorySecrets();
  const clients = [0, 1].map(() => authorizerFor(server.launch(), hostOf(secrets, folder)));
  await clients[0]?.signIn(new Person(), signal);
  const plain = fetchFor({ url: 'http://127.0.0.1/' });
  const reach = async (client: OAuthAuthorizer): Promise<number> =>
    ask(authorized(plain, client, new URL(server.url)), server.url);
  expect(await Promise.all(clients.map(reach))).toEqual([200, 200]);
  server.issuer.expire();
  expect(await Promise.all(clients.map(reach))).toEqual([200, 200]);
  const refreshes = server.issuer.tokenRequests.filter(
    ({ grant_type: type }) => type === 'refresh_token',
  );
  expect(refreshes).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('what failed alone fails, and is done once', async () => {
  const credentials = new WindowCredentials({ locks: newFolder() });
  let times = 0;
  const failing = credentials.alone('key', async () => {
    times += 1;
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(times).toBe(1);
});

test('a folder that takes no locks keeps nobody from refreshing', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const credentials = new WindowCredentials({ locks: join(file, 'locks') });
  expect(await credentials.alone('key', async () => 'done')).toBe('done');
  expect(await new WindowCredentials().alone('key', async () => 'done')).toBe('done');
  expect(existsSync(join(file, 'locks'))).toBe(false);
});
