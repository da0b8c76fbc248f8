import { afterEach, expect, test, vi } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import { startFakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { newHost } from '../support/hostFixture';
import { WatchedServer } from '../support/watchedServer';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  expect([...liveStores()]).toEqual([]);
});

test('lists that failed once are read again without anybody asking', async () => {
  const troubles = [{ on: 'tools/list', what: { status: 500 } }];
  const fake = await startFakeHttpServer({ troubles });
  const host = newHost();
  const server = await WatchedServer.open(host, fake.launch());
  closing.push(
    () => server.close(),
    () => host.stop(),
    () => fake.close(),
  );
  await server.start();
  expect(server.state).toMatchObject({ kind: 'degraded', what: { code: 'listFailed' } });
  await vi.waitFor(() => expect(server.state.kind).toBe('running'));
  expect(server.snapshot.counts.tools).toBe(1);
  expect(server.snapshot.restarts).toBe(0);
});
