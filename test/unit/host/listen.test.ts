import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { identityOf } from '../../../src/base/processIdentity';
import { listen, type Listening } from '../../../src/host/listen';
import { dialHost } from '../../../src/ipc/dial';
import { hostPaths, type HostPaths, readRunFile } from '../../../src/ipc/runFolder';

const never = new AbortController().signal;

async function take(paths: HostPaths): Promise<Listening> {
  const listening = await listen(paths, 'build', (channel) => channel.dispose());
  if (!listening) throw new Error('another host listens');
  return listening;
}

const close = (listening: Listening): Promise<void> => listening.close(async () => undefined);

test('a host whose run folder was emptied leaves its successor where it is', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const first = await take(await hostPaths(folder, 'x'));
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
  const paths = await hostPaths(folder, 'x');
  const second = await take(paths);
  await close(first);
  const channel = await dialHost(paths.runFile, never);
  expect(channel).toBeDefined();
  channel?.dispose();
  await close(second);
  expect(readdirSync(folder)).toEqual([]);
});

test('a run file stays as young as its host lives, and comes back where it was removed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const paths = await hostPaths(mkdtempSync(path.join(tmpdir(), 'rh-')), 'x');
  const listening = await take(paths);
  const day = 24 * 60 * 60 * 1_000;
  const { mtimeMs: begun } = statSync(paths.runFile);
  utimesSync(paths.runFile, 0, 0);
  vi.advanceTimersByTime(day);
  await vi.waitFor(() => expect(statSync(paths.runFile).atimeMs).toBeGreaterThan(day));
  rmSync(paths.runFile);
  vi.advanceTimersByTime(day);
  const channel = await vi.waitFor(async () => {
    const found = await dialHost(paths.runFile, never);
    expect(found).toBeDefined();
    return found;
  });
  channel?.dispose();
  // It tells when the host began: a later one would take over its servers.
  await vi.waitFor(() =>
    expect(Math.abs(statSync(paths.runFile).mtimeMs - begun)).toBeLessThan(1_000),
  );
  await close(listening);
});

test('a host that cannot write its run file leaves no socket', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const paths = await hostPaths(folder, 'x');
  mkdirSync(paths.runFile);
  await expect(take(paths)).rejects.toThrow();
  await vi.waitFor(() => expect(existsSync(paths.address)).toBe(false));
});

test('the socket of a host that was killed is removed by the next one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const paths = await hostPaths(folder, 'x');
  const left = path.join(folder, 'left.sock');
  writeFileSync(left, '');
  const run = { pid: process.pid, address: left, secret: 's', build: 'build' };
  writeFileSync(paths.runFile, JSON.stringify(run));
  const next = await take(paths);
  expect(existsSync(left)).toBe(false);
  expect((await readRunFile(paths.runFile))?.address).toBe(paths.address);
  await close(next);
});

test('a host whose lock stays taken gives up', async () => {
  const paths = await hostPaths(mkdtempSync(path.join(tmpdir(), 'rh-')), 'x');
  writeFileSync(paths.lock, Object.values(identityOf(process.pid)).join(' '));
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  onTestFinished(() => limit.mockRestore());
  await expect(take(paths)).rejects.toThrow(/abort/);
  expect(readdirSync(paths.folder)).toEqual(['x.lock']);
});
