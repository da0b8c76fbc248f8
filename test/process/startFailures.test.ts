import { afterEach, describe, expect, test, vi } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import type { ResolvedLaunch } from '../../src/contract/launch';
import type { HostPorts } from '../../src/hostProcess/host';
import { startFakeHttpServer, type FakeHttpOptions } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newJournal, readJournal } from '../support/fakeServer/processes';
import { newHost } from '../support/hostFixture';
import { WatchedServer } from '../support/watchedServer';

const restart = {
  firstDelay: 20,
  maxDelay: 50,
  maxCrashes: 3,
  window: 600_000,
  stableAfter: 600_000,
};
const closing: (() => Promise<void>)[] = [];

async function start(
  launch: ResolvedLaunch,
  patience: HostPorts['patience'] = {},
): Promise<WatchedServer> {
  const host = newHost({ restart, patience });
  const server = await WatchedServer.open(host, launch);
  closing.push(
    () => server.close(),
    () => host.stop(),
  );
  await server.start();
  return server;
}

async function serve(options: FakeHttpOptions): Promise<ResolvedLaunch> {
  const server = await startFakeHttpServer(options);
  closing.push(() => server.close());
  return server.launch();
}

const starts = (journal: string): number =>
  readJournal(journal).filter((line) => line.startsWith('+')).length;

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  expect([...liveStores()]).toEqual([]);
});

describe('a server that ends while it starts', () => {
  test.each([
    // It could be one that ends on the question for its era.
    [0, 2],
    [126, 1],
    [127, 1],
  ])('with code %s is started %s times', async (exitAtStart, times) => {
    const journal = newJournal();
    const server = await start(fakeStdio({ exitAtStart, journal }));
    expect(server.state).toMatchObject({ kind: 'failed', error: { code: 'exited' } });
    expect(starts(journal)).toBe(times);
  });

  test('with another code is started again, until it is given up', async () => {
    const journal = newJournal();
    const server = await start(fakeStdio({ exitAtStart: 1, journal }));
    await vi.waitFor(() => expect(server.states.at(-1)).toBe('failed crashLoop'), 5_000);
    // The first time once more without being asked for its era.
    expect(starts(journal)).toBe(4);
  });

  test('after it was up is started again whatever its code', async () => {
    const journal = newJournal();
    const server = await start(fakeStdio({ exitAfterMs: 500, journal }));
    await vi.waitFor(() => expect(server.states.at(-1)).toBe('failed crashLoop'), 10_000);
    expect(starts(journal)).toBe(3);
  });
});

describe('a start', () => {
  const patience = { initializeTimeout: 600 };

  test('that is silent is given up after its limit', async () => {
    const server = await start(fakeStdio({ hangInitialize: true }), patience);
    expect(server.state).toMatchObject({ error: { code: 'timedOut', args: { seconds: 0.6 } } });
  });

  test('that downloads is shown so, and waited for', async () => {
    const stderr = ['npm warn exec The following package was not found and will be installed: x'];
    const server = await start(fakeStdio({ slowStartMs: 1_200, stderr }), patience);
    expect(server.state.kind).toBe('running');
    expect(server.states).toContain('starting downloading');
  });

  test('that only chatters is given up after three limits', async () => {
    const launch = fakeStdio({ hangInitialize: true, stderrEveryMs: 100 });
    const server = await start(launch, patience);
    const error = { code: 'timedOut', args: { what: 'initialize', seconds: 1.8 } };
    expect(server.state).toMatchObject({ kind: 'failed', error });
    expect(server.states).not.toContain('starting downloading');
  });

  test('that chatters and comes up in that time is not given up', async () => {
    const server = await start(fakeStdio({ slowStartMs: 1_200, stderrEveryMs: 100 }), patience);
    expect(server.state.kind).toBe('running');
  });
});

describe('a start over HTTP', () => {
  test.each([
    ['404', { quoting: 404 }],
    ['401', { unauthorized: 401 as const }],
  ])('that is refused with %s is not tried again', async (_status, options) => {
    const server = await start(await serve(options));
    expect(server.state.kind).toBe('failed');
    expect(server.states.join()).not.toContain('backingOff');
  });

  test('that meets with 5xx is tried again', async () => {
    const troubles = [{ on: 'initialize', what: { status: 502 }, times: 2 }];
    const server = await start(await serve({ troubles }));
    await vi.waitFor(() => expect(server.state.kind).toBe('running'), 5_000);
    expect(server.snapshot.restarts).toBe(2);
  });

  test('waits as long as the server asks for', async () => {
    const what = { status: 503, headers: { 'retry-after': '1' } };
    const began = Date.now();
    const server = await start(await serve({ troubles: [{ on: 'initialize', what }] }));
    expect(server.state).toMatchObject({ error: { code: 'httpError', args: { seconds: 1 } } });
    await vi.waitFor(() => expect(server.state.kind).toBe('running'), 5_000);
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_000);
  });
});
