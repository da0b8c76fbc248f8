import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Emitter } from '../../src/base/emitter';
import { UserError } from '../../src/base/errors';
import type { McpObject } from '../../src/ipc/state';
import { collectGarbage } from '../../src/base/largeText';
import { ResourceCache } from '../../src/ui/resources/resourceCache.editor';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { testHosts } from '../support/testHosts';

const server = 'folder:shop/till';
const { signal } = new AbortController();
const hosts = testHosts();

/** What a window shows of a server whose only resource is a file. */
async function open(mimeType = 'text/plain') {
  const folder = mkdtempSync(join(tmpdir(), 'rh-resources-'));
  const file = join(folder, 'prices.txt');
  writeFileSync(file, 'one');
  const files = { 'shop://prices': { file, mimeType } };
  const client = await hosts.attach(hosts.host(), { [server]: fakeStdio({ files }) });
  let reads = 0;
  const counted = {
    read: (...args: Parameters<typeof client.read>) => {
      reads += 1;
      return client.read(...args);
    },
    watchResources: client.watchResources.bind(client),
    onResourceUpdated: client.onResourceUpdated,
  };
  const contents = new ResourceCache(counted, () => true);
  onTestFinished(async () => {
    contents.dispose();
    rmSync(folder, { recursive: true });
  });
  const name = { server, uri: 'shop://prices' };
  const text = async () => {
    const { bytes, changedAt } = await contents.read(name, false, signal);
    return { text: Buffer.from(bytes).toString('utf8'), changedAt };
  };
  return { contents, name, file, text, reads: () => reads };
}

test('a resource is read once for all who ask, and starts its server', async () => {
  const { text, reads } = await open();
  const [first, second] = await Promise.all([text(), text()]);
  expect(first).toEqual(second);
  expect(first.text).toBe('one');
  expect(reads()).toBe(1);
});

test('bytes stay as they are', async () => {
  const { text } = await open('application/octet-stream');
  expect((await text()).text).toBe('one');
});

test('a watched one is kept until its server tells of a change', async () => {
  const { contents, name, file, text, reads } = await open();
  const changed = vi.fn<(one: typeof name) => void>();
  contents.onChanged(changed);
  const watch = contents.watch(name);
  const before = await text();
  await vi.waitFor(
    () => {
      writeFileSync(file, 'two');
      expect(changed).toHaveBeenCalledWith(name);
    },
    { timeout: 10_000, interval: 200 },
  );
  await vi.waitFor(async () => expect((await text()).text).toBe('two'));
  expect((await text()).changedAt).toBeGreaterThan(before.changedAt);
  // Each write may be told of more than once, and later.
  await vi.waitFor(async () => {
    const count = reads();
    expect((await text()).text).toBe('two');
    expect(reads()).toBe(count);
  });
  watch.dispose();
  writeFileSync(file, 'three');
  expect((await text()).text).toBe('three');
});

test('one that was read anew and is the same has not changed', async () => {
  const { contents, name, text, reads } = await open();
  contents.watch(name);
  const before = await text();
  contents.serverStarted(server);
  expect(await text()).toEqual(before);
  expect(reads()).toBe(2);
});

/** A cache whose time does not pass by itself, of what is read without a server. */
function openAlone(read: () => Promise<McpObject>): ResourceCache {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const onResourceUpdated = new Emitter<{ id: string; uri: string }>().event;
  const host = { read, watchResources: async () => undefined, onResourceUpdated };
  return new ResourceCache(host, () => true);
}

/** Resolves once nothing holds an object any more. */
async function isGone(held: WeakRef<object>): Promise<void> {
  await vi.waitFor(() => {
    collectGarbage();
    // A failure would hold what it shows.
    expect(held.deref() === undefined).toBe(true);
  });
}

test('what nobody watches is let go soon, and read anew for whoever watches it later', async () => {
  const reading = vi.fn(async () => ({ contents: [{ uri: 'shop://prices', text: 'one' }] }));
  const contents = openAlone(reading);
  const read = async () =>
    new WeakRef(await contents.read({ server, uri: 'shop://prices' }, false, signal));
  const held = await read();
  await read();
  expect(reading).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  await isGone(held);
  contents.watch({ server, uri: 'shop://prices' });
  await read();
  vi.advanceTimersByTime(2_000);
  await read();
  expect(reading).toHaveBeenCalledTimes(2);
});

test('a gesture reads anew what is watched, and tells of a change', async () => {
  const texts = ['one', 'two', 'two'];
  const reading = vi.fn(async () => ({
    contents: [{ uri: 'shop://prices', text: texts.shift() }],
  }));
  const contents = openAlone(reading);
  const changed = vi.fn<(one: typeof name) => void>();
  contents.onChanged(changed);
  const name = { server, uri: 'shop://prices' };
  contents.watch(name);
  const text = async (gesture: boolean) => {
    const { bytes } = await contents.read(name, gesture, signal);
    return Buffer.from(bytes).toString('utf8');
  };
  expect(await text(true)).toBe('one');
  expect(changed).not.toHaveBeenCalled();
  expect(await text(true)).toBe('two');
  expect(changed).toHaveBeenCalledExactlyOnceWith(name);
  expect(await text(false)).toBe('two');
  expect(reading).toHaveBeenCalledTimes(2);
  expect(await text(true)).toBe('two');
  expect(reading).toHaveBeenCalledTimes(3);
  expect(changed).toHaveBeenCalledTimes(1);
});

test('nothing is kept of what cannot be read', async () => {
  const contents = openAlone(() => Promise.reject(new UserError('resourceNotFound')));
  const read = async () => {
    const name = { server, uri: 'shop://none' };
    await contents.read(name, false, signal).catch(() => undefined);
    return new WeakRef(name);
  };
  const held = await read();
  vi.advanceTimersByTime(2_000);
  await isGone(held);
});

test('what is not there says so', async () => {
  const { contents } = await open();
  const reading = contents.read({ server, uri: 'shop://none' }, false, signal);
  const error = await reading.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({ code: 'resourceNotFound', args: { uri: 'shop://none' } });
});
