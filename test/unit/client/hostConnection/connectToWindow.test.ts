import { getEventListeners } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  connectToWindow,
  windowMayBeThere,
} from '../../../../src/client/hostConnection/connectToWindow';
import { authenticateClient } from '../../../../src/ipc/authenticate';
import { channelOver } from '../../../../src/ipc/channel';
import { externalClientRequests, type FoundWindow } from '../../../../src/ipc/externalClients';

/** The environment of external clients of a host whose only window is answered with. */
async function hostWith(found: FoundWindow): Promise<Record<string, string>> {
  const run = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'run');
  mkdirSync(run, { mode: 0o700 });
  const secret = 'secret';
  const address =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\${path.basename(path.dirname(run))}`
      : path.join(run, 'host.sock');
  const welcome = async (socket: net.Socket): Promise<void> => {
    await authenticateClient(socket, secret, AbortSignal.timeout(10_000));
    const channel = channelOver(socket);
    channel.handle(externalClientRequests.visit, async () => found);
    channel.listen();
  };
  const server = net.createServer((socket) => {
    welcome(socket).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  onTestFinished(() => void server.close());
  const file = { pid: process.pid, address, secret, build: 'earlier' };
  writeFileSync(path.join(run, 'host.json'), JSON.stringify(file));
  return { ROUNDHOUSE_HOME: run };
}

test('a window of a host of an earlier build, which tells no nearness, comes after others with the folder', async () => {
  const url = 'http://127.0.0.1:9/mcp';
  const env = await hostWith({ match: 'folder', lastUsed: 0, url, token: '' });
  const { signal } = new AbortController();
  const window = await connectToWindow(env, { folder: '/a/b', least: 1 }, signal);
  expect(window?.nearness).toBe(1);
  expect(await connectToWindow(env, { folder: '/a/b', least: 2 }, signal)).toBeUndefined();
  window?.dispose();
});

test('waiting for a window leaves nothing at the signal of the search', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const search = new AbortController();
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const env = { ROUNDHOUSE_HOME: path.join(folder, 'run') };
  const over = vi.fn();
  void windowMayBeThere(env, { folder }, search.signal).then(over);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(30_000);
    expect(over).toHaveBeenCalled();
  });
  expect(getEventListeners(search.signal, 'abort')).toEqual([]);
});

test('the end of the search ends the wait for a window', async () => {
  const search = new AbortController();
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const env = { ROUNDHOUSE_HOME: path.join(folder, 'run') };
  const waiting = windowMayBeThere(env, { folder }, search.signal);
  search.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
