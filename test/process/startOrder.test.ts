import { effect } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { stateOf, type Launches } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const hosts = testHosts();

/** A window with servers of its own that start two at a time. */
async function enter(
  count: number,
  fake: (at: number) => FakeStdioOptions,
  patience: number,
): Promise<{ client: HostClient; ids: readonly string[] }> {
  const host = hosts.host({ starts: { slots: 2, slotTimeoutMs: patience } });
  const ids = Array.from({ length: count }, (_, at) => `folder:a/s${at}`);
  const launches: Launches = Object.fromEntries(
    ids.map((id, at) => [id, fakeStdio({ prompts: [id], ...fake(at) })]),
  );
  const client = await hosts.attach(host, launches);
  return { client, ids };
}

/** How many servers are in a state, or in that step of a start. */
function count(client: HostClient, what: string): number {
  return [...client.servers.peek().values()].filter(
    ({ state }) => state.kind === what || (state.kind === 'starting' && state.step === what),
  ).length;
}

/** The servers in the order in which they leave the queue, as they do. */
function unqueued(client: HostClient): readonly string[] {
  const waiting = new Set<string>();
  const order: string[] = [];
  effect(() => {
    for (const [id, { state }] of client.servers.value) {
      if (state.kind === 'starting' && state.step === 'queued') waiting.add(id);
      else if (waiting.delete(id)) order.push(id);
    }
  });
  return order;
}

test('starts are bounded, and the server that is asked for does not wait for the others', async () => {
  const { client, ids } = await enter(12, () => ({ slowStartMs: 300 }), 60_000);
  const order = unqueued(client);
  const all = Promise.all(ids.map((id) => client.start(id, false)));
  await vi.waitFor(() => expect(count(client, 'queued')).toBe(10));
  expect(count(client, 'initializing') + count(client, 'launching')).toBe(2);
  const last = ids.at(-1) ?? '';
  const answer = await client.callTool({
    server: last,
    tool: 'echo',
    arguments: { text: 'hello' },
    gesture: false,
  });
  expect(answer).toMatchObject({ content: [{ text: 'hello' }] });
  // Not how many wait by now, because its process may take longer than those of others.
  expect(order.slice(0, 4)).toContain(last);
  const gone = ids.at(-2) ?? '';
  await client.stop(gone);
  expect(stateOf(client, gone)).toEqual({ kind: 'idle', cached: false });
  await all;
  expect(count(client, 'running')).toBe(11);
});

test('thirty servers come up though five of them hang', async () => {
  const hangs = (at: number): boolean => at % 6 === 0;
  const { client, ids } = await enter(30, (at) => ({ hangInitialize: hangs(at) }), 300);
  for (const id of ids) client.start(id, false).catch(() => undefined);
  await vi.waitFor(() => expect(count(client, 'running')).toBe(25));
  expect(count(client, 'initializing')).toBe(5);
  for (const [at, id] of ids.entries()) {
    expect(stateOf(client, id).kind).toBe(hangs(at) ? 'starting' : 'running');
  }
});
