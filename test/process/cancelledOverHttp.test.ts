import { expect, onTestFinished, test, vi } from 'vitest';
import { startFakeHttpServer, type FakeHttpOptions } from '../support/fakeServer/fakeHttpServer';
import { openConnection } from '../support/fakeServer/openConnection';

// A server need not answer a cancelled request, so it may never end what it was to answer by.
const kinds: readonly (readonly [string, FakeHttpOptions])[] = [
  ['a stream', {}],
  ['JSON', { json: true }],
];

test.each(kinds)('calls by %s that nobody waits for leave nothing open', async (_name, options) => {
  const server = await startFakeHttpServer({ tools: ['slow', 'echo'], ...options });
  onTestFinished(() => server.close());
  await using opened = await openConnection(server.launch());
  const { connection } = opened;
  await vi.waitFor(() => expect(server.requests).toContain('GET'));
  const before = server.open;
  const person = new AbortController();
  const params = { name: 'slow', arguments: {} };
  const cancelled = Array.from({ length: 5 }, () =>
    connection.request('tools/call', params, { signal: person.signal }),
  );
  const late = connection.request('tools/call', params, { idleTimeout: 200 });
  const ends = Promise.allSettled([...cancelled, late]);
  await vi.waitFor(() => expect(server.open).toBeGreaterThanOrEqual(before + 5));
  person.abort();
  expect(new Set((await ends).map(({ status }) => status))).toEqual(new Set(['rejected']));
  await vi.waitFor(() => expect(server.open).toBe(before));
  await vi.waitFor(() => {
    const told = server.requests.filter((request) => request === 'POST notifications/cancelled');
    expect(told).toHaveLength(6);
  });
  // The session goes on.
  await connection.request('tools/call', { name: 'echo', arguments: { text: 'hello' } });
});
