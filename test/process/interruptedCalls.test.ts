import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { ServerOptions } from '../../src/ipc/contract';
import {
  startFakeHttpServer,
  type FakeHttpOptions,
  type FakeHttpServer,
} from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { openConnection } from '../support/fakeServer/openConnection';
import { watchedId, WatchedServer } from '../support/watchedServer';
import { restartsAfter } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const tools = ['echo', 'slow', 'crash', 'sleep', 'hold'];
const hosts = testHosts({ restart: restartsAfter(50, 100, 3) });

async function open(
  launch: ResolvedLaunch,
  at = hosts.host(),
  options: ServerOptions = {},
): Promise<WatchedServer> {
  const server = new WatchedServer(await hosts.attach(at, { [watchedId]: launch }, 0, options));
  await server.start();
  expect(server.state.kind).toBe('running');
  return server;
}

async function serve(options: FakeHttpOptions = {}): Promise<FakeHttpServer> {
  const server = await startFakeHttpServer({ tools, ...options });
  hosts.closeAfter(() => server.close());
  return server;
}

const call = { text: 'hello' };
const answered = { content: [{ type: 'text', text: 'hello' }] };
const arrived = (http: FakeHttpServer, request: string, count = 1): Promise<void> =>
  vi.waitFor(
    () =>
      expect(http.requests.filter((one) => one === request).length).toBeGreaterThanOrEqual(count),
    5_000,
  );

describe('calls that are open when the process', () => {
  test('ends fail at once with the exit, and say when the server is started again', async () => {
    const server = await open(fakeStdio({ tools, stderr: ['out of memory'] }));
    const slow = server.failure(server.call('slow'));
    const crash = server.failure(server.call('crash', { code: 9 }));
    const reason = {
      code: 'callInterrupted',
      args: { server: 'till', seconds: 1 },
      cause: { code: 'exited', args: { exit: 9, said: 'out of memory' } },
    };
    expect(await slow).toMatchObject(reason);
    expect(await crash).toMatchObject(reason);
    await vi.waitFor(() => expect(server.snapshot.restarts).toBe(1));
  });

  test('ends for good say that it is given up', async () => {
    const server = await open(fakeStdio({ tools }), hosts.host(), { maxCrashes: 1 });
    expect(await server.failure(server.call('crash'))).toMatchObject({
      code: 'callInterrupted',
      args: { server: 'till' },
      cause: { code: 'crashLoop', cause: { code: 'exited', args: { exit: 3 } } },
    });
    await vi.waitFor(() => expect(server.state.kind).toBe('failed'));
  });

  test.each(['stop', 'restart'] as const)('is told to %s fail at once', async (command) => {
    const server = await open(fakeStdio({ tools }));
    const slow = server.failure(server.call('slow'));
    await server.call('echo', call);
    const done =
      command === 'stop' ? server.client.stop(watchedId) : server.client.restart(watchedId, true);
    expect(await slow).toEqual({ code: 'callStopped', args: { server: 'till' } });
    await done;
  });

  test('ends by itself with code 0 find it restarted all the same', async () => {
    const server = await open(fakeStdio({ tools }));
    expect(await server.failure(server.call('crash', { code: 0 }))).toMatchObject({
      code: 'callInterrupted',
      cause: { code: 'exited', args: { exit: 0 } },
    });
    await vi.waitFor(() => expect(server.snapshot.restarts).toBe(1));
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
    expect(await server.call('echo', call)).toMatchObject(answered);
  });
});

describe.each<{ how: string; options: FakeHttpOptions }>([
  { how: 'Streamable HTTP', options: {} },
  { how: 'Streamable HTTP with JSON bodies', options: { json: true } },
  { how: 'HTTP+SSE', options: { legacySse: true } },
])('a call over $how', ({ options }) => {
  test('fails at once when the server goes away, and says that it may have run', async () => {
    const http = await serve(options);
    const server = await open(http.launch());
    const slow = server.failure(server.call('slow'));
    await arrived(http, 'POST tools/call');
    await http.close();
    expect(await slow).toMatchObject({ code: 'callInterrupted', args: { server: 'till' } });
    await vi.waitFor(() => expect(server.states.join()).toMatch(/backingOff/));
    await http.restart();
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
  });

  test('fails at once when the server is stopped', async () => {
    const http = await serve(options);
    const server = await open(http.launch());
    const slow = server.failure(server.call('slow'));
    await arrived(http, 'POST tools/call');
    await server.client.stop(watchedId);
    expect(await slow).toMatchObject({ code: 'callStopped' });
  });
});

describe.each([404, 400] as const)('a session that is lost with HTTP %s', (unknownSession) => {
  test('is taken up again at once, and its calls are repeated, once for all', async () => {
    const http = await serve({ unknownSession });
    const server = await open(http.launch());
    http.forgetSessions();
    const calls = Array.from({ length: 20 }, () => server.call('echo', call));
    for (const result of await Promise.all(calls)) expect(result).toMatchObject(answered);
    expect(http.requests.filter((request) => request === 'POST initialize')).toHaveLength(2);
    const [, ...later] = server.states.join(' ').split(' running ');
    expect(later.join()).toBe('starting initializing starting listing running');
    expect(server.snapshot.restarts).toBe(0);
    expect(await server.log()).toContain('sessionLost');
  });
});

describe('a session that is lost', () => {
  test('is found without a call, by its stream', async () => {
    const http = await serve();
    await open(http.launch());
    await arrived(http, 'GET');
    http.forgetSessions();
    await arrived(http, 'POST initialize', 2);
  });

  test('fails the calls that may have run, and repeats the others', async () => {
    const http = await serve();
    const server = await open(http.launch());
    const slow = server.failure(server.call('slow'));
    await arrived(http, 'POST tools/call');
    http.forgetSessions();
    expect(await server.call('echo', call)).toMatchObject(answered);
    expect(await slow).toMatchObject({ code: 'callInterrupted', cause: { code: 'sessionLost' } });
    expect(http.requests.filter((request) => request === 'POST tools/call')).toHaveLength(3);
  });

  test('is one for all windows that share the server', async () => {
    const http = await serve();
    const at = hosts.host();
    const [first, second] = [await open(http.launch(), at), await open(http.launch(), at)];
    http.forgetSessions();
    const results = await Promise.all([first.call('echo', call), second.call('echo', call)]);
    for (const result of results) expect(result).toMatchObject(answered);
    for (const { states } of [first, second]) {
      await vi.waitFor(() => expect(states.slice(-2)).toEqual(['starting listing', 'running']));
    }
    expect(http.requests.filter((request) => request === 'POST initialize')).toHaveLength(2);
  });

  test('again and again is a crash of the server, whose calls say so', async () => {
    const http = await serve({ forgetAfter: 3 });
    const server = await open(http.launch());
    const reasons = new Set<string>();
    await vi.waitFor(
      async () => {
        reasons.add((await server.failure(server.call('echo', call))).code);
        expect(server.states).toContain('failed crashLoop');
      },
      { timeout: 15_000 },
    );
    expect(server.snapshot.lastFailure?.reason.cause?.code).toBe('sessionLost');
    expect([...reasons]).toEqual(expect.arrayContaining(['waitsForRetry']));
  });

  test('is not taken up by a server that is gone: the policy goes on trying', async () => {
    const http = await serve();
    const server = await open(http.launch());
    http.troubles.add({ on: 'initialize', what: { status: 503 }, times: 4 });
    http.forgetSessions();
    expect(await server.failure(server.call('echo', call))).toMatchObject({
      code: 'waitsForRetry',
      cause: { code: 'httpError', args: { status: 503 } },
    });
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
    expect(server.snapshot.restarts).toBe(4);
  });
});

describe('a call that is cancelled', () => {
  test('is noted once where the server goes on with it', async () => {
    const at = hosts.host({ timeouts: { cancelGrace: 50 } });
    const server = await open(fakeStdio({ tools, ignoreCancel: true }), at);
    for (let round = 0; round < 2; round++) {
      const abort = new AbortController();
      const cancelled = expect(server.call('sleep', { ms: 3_000 }, abort.signal)).rejects.toThrow();
      await server.call('echo', call);
      abort.abort();
      await cancelled;
      await server.call('sleep', { ms: 3_100 });
    }
    const noted = (await server.log()).filter((line) => line === 'ignoresCancel');
    expect(noted).toHaveLength(1);
  });

  test('is not noted where the server leaves it', async () => {
    const at = hosts.host({ timeouts: { cancelGrace: 0 } });
    const server = await open(fakeStdio({ tools }), at);
    const abort = new AbortController();
    const cancelled = expect(server.call('sleep', { ms: 3_000 }, abort.signal)).rejects.toThrow();
    await server.call('echo', call);
    abort.abort();
    await cancelled;
    await server.call('sleep', { ms: 3_100 });
    expect(await server.log()).not.toContain('ignoresCancel');
  });
});

test('ten thousand calls leave no listener and no warning behind', async () => {
  const warned = vi.fn<(warning: Error) => void>();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  await using opened = await openConnection(fakeStdio({ tools }));
  const { connection } = opened;
  const { signal } = new AbortController();
  const one = () => connection.request('tools/call', { name: 'echo', arguments: call }, { signal });
  for (let round = 0; round < 100; round++) {
    await Promise.all(Array.from({ length: 100 }, one));
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(warned).not.toHaveBeenCalled();
});
