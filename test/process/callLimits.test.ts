import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import { startFakeHttpServer, type FakeHttpOptions } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { openConnection } from '../support/fakeServer/openConnection';

const tools = ['sleep', 'progress', 'forever', 'cancelled', 'echo'];
const call = (name: string, args = {}) => ({ name, arguments: args });

async function http(options: FakeHttpOptions = {}): Promise<ResolvedLaunch> {
  const server = await startFakeHttpServer({ tools, ...options });
  onTestFinished(() => server.close());
  return server.launch();
}

// The limits of real calls are minutes; test/long/longCalls.test.ts has those.
interface Way {
  readonly how: string;
  readonly launch: () => ResolvedLaunch | Promise<ResolvedLaunch>;
}
const streams: readonly Way[] = [
  { how: 'stdio', launch: () => fakeStdio({ tools }) },
  { how: 'Streamable HTTP', launch: () => http() },
  { how: 'HTTP+SSE', launch: () => http({ legacySse: true }) },
];
/** Such an answer is one piece, so no progress comes before it. */
const jsonBodies: Way = {
  how: 'Streamable HTTP with JSON bodies',
  launch: () => http({ json: true }),
};

describe.each([...streams, jsonBodies])('a long call over $how', ({ launch }) => {
  test('is answered where its limit allows the silence', async () => {
    await using opened = await openConnection(await launch());
    const result = await opened.connection.request('tools/call', call('sleep', { ms: 1_000 }), {
      idleTimeout: 10_000,
    });
    expect(result['content']).toEqual([{ type: 'text', text: 'slept' }]);
  });

  test('fails after a silence that is longer, and others go on', async () => {
    await using opened = await openConnection(await launch());
    const { connection } = opened;
    const long = connection.request('tools/call', call('sleep', { ms: 20_000 }), {
      idleTimeout: 300,
    });
    await expect(long).rejects.toMatchObject({ code: 'timedOut', args: { seconds: 0.3 } });
    const echoed = await connection.request('tools/call', call('echo', { text: 'hello' }));
    expect(echoed['content']).toEqual([{ type: 'text', text: 'hello' }]);
  });

  test('is cancelled at the server when who called it cancels', async () => {
    await using opened = await openConnection(await launch());
    const { connection } = opened;
    const abort = new AbortController();
    const cancelled = connection.request('tools/call', call('sleep', { ms: 20_000 }), {
      signal: abort.signal,
    });
    const rejected = expect(cancelled).rejects.toThrow();
    await connection.request('tools/call', call('echo'));
    abort.abort();
    await rejected;
    await vi.waitFor(async () => {
      const { content } = await connection.request('tools/call', call('cancelled'));
      expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/\d/) as string }]);
    });
  });
});

test.each(streams)(
  'a long call over $how lives on progress, but not beyond its time in all',
  async ({ launch }) => {
    await using opened = await openConnection(await launch());
    const { connection } = opened;
    const steps = { steps: 10, interval: 200 };
    const progressing = connection.request('tools/call', call('progress', steps), {
      idleTimeout: 1_500,
    });
    expect(await progressing).toMatchObject({ content: [{ text: 'done' }] });
    const endless = connection.request('tools/call', call('forever', { interval: 50 }), {
      idleTimeout: 1_500,
      totalTimeout: 2_000,
    });
    await expect(endless).rejects.toMatchObject({ code: 'timedOut', args: { seconds: 2 } });
  },
);
