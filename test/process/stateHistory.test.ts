import { expect, test, vi } from 'vitest';
import { defaultRestartLimits } from '../../src/base/restartPolicy';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { happeningsOf } from '../../src/ui/serverPage/happenings';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { testHosts } from '../support/testHosts';

// What happened to a real server, as its page shows it.

const id = 'folder:a/till';
const hosts = testHosts();

async function lines(client: HostClient): Promise<string[]> {
  const happenings = happeningsOf(
    await client.send('stateHistory', { id }),
    await client.send('logs', { id }),
  );
  return happenings.map((one) =>
    one.kind === 'state' ? [one.title, one.end, one.why].filter(Boolean).join(' | ') : one.text,
  );
}

async function isKind(client: HostClient, kind: string): Promise<void> {
  await vi.waitFor(() => expect(client.servers.peek().get(id)?.state.kind).toBe(kind), 20_000);
}

test('starts and ends of a server with their reasons, also for a window that comes later', async () => {
  const host = hosts.host();
  const launch = fakeStdio({ tools: ['crash'] });
  const client = await hosts.attach(host, { [id]: launch });
  expect(await lines(client)).toEqual([]);
  await client.start(id, true);
  const call = { server: id, tool: 'crash', arguments: {}, gesture: true };
  await expect(client.callTool(call)).rejects.toThrow();
  await vi.waitFor(() => expect(client.servers.peek().get(id)?.restarts).toBe(1), 20_000);
  await isKind(client, 'running');
  await client.stop(id);
  await client.start(id, true);
  const expected = [
    'Starting',
    'Running',
    expect.stringMatching(/^Waiting for attempt 2 \| failed \| .*exit code \d/),
    'Starting (attempt 2)',
    'Running',
    'Stopped | wanted',
    'Starting',
    'Running',
  ];
  expect(await lines(client)).toEqual(expected);
  const later = await hosts.attach(host, { [id]: launch });
  await later.start(id, false);
  await isKind(later, 'running');
  expect(await lines(later)).toEqual(expected);
});

test('a server that was given up was not started by a window that comes later', async () => {
  const host = hosts.host({ restart: { ...defaultRestartLimits, maxCrashes: 1 } });
  const launch = fakeStdio({ exitAtStart: 3 });
  const client = await hosts.attach(host, { [id]: launch });
  await client.start(id, true);
  await isKind(client, 'failed');
  const expected = [
    'Starting',
    'Ended before it answered; started again without server/discover.',
    expect.stringMatching(/^Failed \| failed \| .*exit code 3/),
  ];
  expect(await lines(client)).toEqual(expected);
  const later = await hosts.attach(host, { [id]: launch });
  await later.start(id, false);
  await isKind(later, 'failed');
  expect(await lines(later)).toEqual(expected);
});
