import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { ServerOptions } from '../../src/ipc/contract';
import type { HealthLimits } from '../../src/servers/healthCheck';
import { startFakeHttpServer, type FakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning } from '../support/fakeServer/processes';
import { watchedId, WatchedServer } from '../support/watchedServer';
import { restartsAfter } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const tools = ['echo', 'slow', 'hang', 'busy', 'mute', 'stop', 'progress', 'sleep'];
/** Calls fail after a second of silence. */
const short: ServerOptions = { callTimeoutSeconds: 1 };
const hosts = testHosts({ restart: restartsAfter(50, 100) });

async function open(
  launch: ResolvedLaunch,
  options: ServerOptions = short,
  health: Partial<HealthLimits> = { silence: 200, answer: 200 },
): Promise<WatchedServer> {
  const host = hosts.host({ health });
  const server = new WatchedServer(await hosts.attach(host, { [watchedId]: launch }, 0, options));
  await server.start();
  expect(server.state.kind).toBe('running');
  return server;
}

async function serve(options = {}): Promise<FakeHttpServer> {
  const server = await startFakeHttpServer({ tools, ...options });
  hosts.closeAfter(() => server.close());
  return server;
}

const pings = ({ requests }: FakeHttpServer): number =>
  requests.filter((request) => request === 'POST ping').length;
const call = { text: 'hello' };
const answered = { content: [{ type: 'text', text: 'hello' }] };

describe('a server that hangs', () => {
  test.each(['hang', 'stop', 'mute'])('in the tool %s is found and restarted', async (tool) => {
    const server = await open(fakeStdio({ tools }));
    const { pid = 0 } = server.snapshot;
    const reason = await server.failure(server.call(tool));
    expect(reason).toMatchObject({ code: 'timedOut', args: { seconds: 1 } });
    await vi.waitFor(() => expect(server.snapshot.restarts).toBe(1));
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
    expect(server.states).toEqual(
      expect.arrayContaining(['running', 'degraded silent', 'backingOff hung']),
    );
    expect(server.snapshot.lastFailure?.reason.code).toBe('hung');
    expect(isRunning(pid)).toBe(false);
    expect(await server.call('echo', call)).toMatchObject(answered);
  });

  test('over HTTP is found, and reached again when it answers', async () => {
    const http = await serve();
    const server = await open(http.launch());
    expect(await server.failure(server.call('hang'))).toMatchObject({ code: 'timedOut' });
    await vi.waitFor(() => expect(server.states).toContain('backingOff hung'));
    await http.restart();
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
    expect(await server.call('echo', call)).toMatchObject(answered);
  });

  test('is found when a call is cancelled, too, and other calls fail with the reason', async () => {
    const server = await open(fakeStdio({ tools }), { callTimeoutSeconds: 60 });
    const abort = new AbortController();
    const cancelled = expect(server.call('hang', {}, abort.signal)).rejects.toThrow();
    await vi.waitFor(() => expect(server.states).toContain('degraded silent'));
    abort.abort();
    await cancelled;
    const late = server.failure(server.call('echo', call));
    await vi.waitFor(() => expect(server.snapshot.lastFailure?.reason.code).toBe('hung'));
    expect(await late).toMatchObject({ code: 'callInterrupted', cause: { code: 'hung' } });
  });
});

describe('a server that lives', () => {
  test.each([429, 503])('and asks for patience by %s is not given up', async (status) => {
    const patience = { status, headers: { 'retry-after': '20' } };
    const http = await serve({
      troubles: [
        { on: 'tools/call', times: 2, what: 'silence' },
        { on: 'ping', times: 'always', what: patience },
        { on: 'tools/list', after: 1, times: 'always', what: patience },
      ],
    });
    const server = await open(http.launch());
    for (const _ of [1, 2])
      expect(await server.failure(server.call('echo', call))).toMatchObject({ code: 'timedOut' });
    expect(await server.call('echo', call)).toMatchObject(answered);
    expect(pings(http)).toBeGreaterThan(0);
    expect(server.states).not.toContain('degraded silent');
    expect(server.snapshot.restarts).toBe(0);
  });

  test('and is debugged may say nothing for as long as it likes', async () => {
    const server = await open(fakeStdio({ tools }), { ...short, isDebugged: true });
    const { pid } = server.snapshot;
    const reason = await server.failure(server.call('busy', { ms: 3_000 }));
    expect(reason).toMatchObject({ code: 'timedOut' });
    await vi.waitFor(async () => expect(await server.call('echo', call)).toMatchObject(answered));
    expect(server.states).not.toContain('degraded silent');
    expect(server.snapshot.pid).toBe(pid);
  });

  test('and is busy is shown as silent until its next message, and never restarted', async () => {
    const server = await open(fakeStdio({ tools }), { callTimeoutSeconds: 20 });
    const { pid } = server.snapshot;
    const busy = server.call('busy', { ms: 5_000 });
    await vi.waitFor(() => expect(server.state).toMatchObject({ what: { code: 'silent' } }));
    expect(await busy).toMatchObject({ content: [{ type: 'text', text: 'awake' }] });
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
    expect(server.states.slice(-3)).toEqual(['running', 'degraded silent', 'running']);
    expect([server.snapshot.pid, server.snapshot.restarts]).toEqual([pid, 0]);
  });

  test.each([
    ['refuses pings', { failing: ['ping'] }],
    ['answers no ping at all', { silent: ['ping'] }],
  ])('and %s is not restarted', async (_how, options) => {
    const server = await open(fakeStdio({ tools, ...options }));
    for (let round = 0; round < 2; round++) {
      expect(await server.failure(server.call('slow'))).toMatchObject({ code: 'timedOut' });
    }
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
    expect(await server.call('echo', call)).toMatchObject(answered);
    expect(server.snapshot.restarts).toBe(0);
  });

  test('and refuses what comes beside a long call is not given up', async () => {
    const http = await serve();
    const server = await open(http.launch(), { callTimeoutSeconds: 20 });
    for (const on of ['ping', 'tools/list'])
      http.troubles.add({ on, what: { status: 503 }, times: 'always' });
    const long = server.call('sleep', { ms: 3_000 });
    await vi.waitFor(() => expect(server.state).toMatchObject({ what: { code: 'silent' } }));
    expect(await long).toMatchObject({ content: [{ type: 'text' }] });
    expect(server.snapshot.restarts).toBe(0);
  });

  test('is asked once where several calls are given up together', async () => {
    const http = await serve();
    const server = await open(http.launch());
    const failures = Array.from({ length: 60 }, () => server.failure(server.call('slow')));
    await Promise.all(failures);
    await vi.waitFor(() => expect(pings(http)).toBeGreaterThan(0));
    // A few while they were silent, more on a busy machine, and one or two when they were given up.
    expect(pings(http)).toBeLessThan(failures.length / 3);
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
  });

  test('is asked nothing while it is idle, or speaks', async () => {
    const http = await serve();
    const server = await open(http.launch(), { callTimeoutSeconds: 20 });
    await server.call('echo', call);
    await server.call('progress', { steps: 20, interval: 50 });
    const before = http.requests.length;
    // Another server with the same limits is asked several times meanwhile.
    const other = await serve();
    const silent = await open(other.launch(), { callTimeoutSeconds: 20 });
    await silent.call('sleep', { ms: 5_000 });
    expect(pings(other)).toBeGreaterThan(2);
    expect([http.requests.length - before, pings(http)]).toEqual([0, 0]);
  });
});

describe('a server over HTTP that cannot be reached', () => {
  test('is found by the call that fails, and reached again as soon as it is back', async () => {
    const http = await serve();
    const server = await open(http.launch());
    await http.close();
    await server.failure(server.call('echo', call));
    await vi.waitFor(() => expect(server.state.kind).toBe('backingOff'));
    expect(server.snapshot.lastFailure?.reason).toMatchObject({ code: 'unreachable' });
    // More often than a server that crashes would be tried.
    await vi.waitFor(() => expect(server.snapshot.restarts).toBeGreaterThan(6));
    await http.listen();
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
    expect(await server.call('echo', call)).toMatchObject(answered);
  });

  test('after a sleep of the machine is asked again before it is given up', async () => {
    const http = await serve();
    const server = await open(http.launch(), short, { silence: 200, answer: 200, waking: 60_000 });
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
    onTestFinished(() => clock.mockRestore());
    await http.close();
    await server.failure(server.call('echo', call));
    await vi.waitFor(() => expect(server.states.at(-1)).toBe('degraded silent'));
    await http.listen();
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
    expect(server.states.join()).not.toContain('backingOff');
    expect(await server.call('echo', call)).toMatchObject(answered);
  });

  test('is found by its broken stream while nobody calls it', async () => {
    const http = await serve();
    const server = await open(http.launch());
    await vi.waitFor(() => expect(http.requests).toContain('GET'));
    await http.close();
    await vi.waitFor(() => expect(server.state.kind).toBe('backingOff'));
    await http.listen();
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
  });
});

test('lists that failed once are read again without anybody asking', async () => {
  const http = await serve({ troubles: [{ on: 'tools/list', what: { status: 500 } }] });
  const server = new WatchedServer(
    await hosts.attach(hosts.host(), { [watchedId]: http.launch() }, 0),
  );
  await server.start();
  expect(server.state).toMatchObject({ kind: 'degraded', what: { code: 'listFailed' } });
  await vi.waitFor(() => expect(server.state.kind).toBe('running'));
  expect(server.snapshot.counts.tools).toBe(tools.length);
  expect(server.snapshot.restarts).toBe(0);
});
