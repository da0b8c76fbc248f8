import { afterEach, expect, test, vi } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import {
  clientRequests,
  contractVersion,
  hostEvents,
  hostRequests,
  type LogEntry,
} from '../../src/ipc/contract';
import type { LaunchAnswer } from '../../src/ipc/launch';
import type { ServerSnapshot } from '../../src/ipc/state';
import { channelOver, memoryPair } from '../../src/ipc/channel';
import type { Host } from '../../src/host/host';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { attach, newHost, stateOf } from '../support/hostFixture';

// 20 MB of log lines from a process that then stays, and a window that does not read meanwhile.

const flood = {
  ...fakeStdio(),
  args: [
    '-e',
    `const text = 'x'.repeat(1000) + '\\n';
     let left = 20000;
     const write = () => { while (left-- > 0) if (!process.stderr.write(text)) return process.stderr.once('drain', write); };
     write();
     setInterval(() => undefined, 1000);`,
  ],
};
const id = 'folder:a/flood';
let host: Host;

afterEach(async () => {
  await host.stop();
  expect([...liveStores()]).toEqual([]);
});

test('a window that does not read costs the host little, loses only log lines, and is told so', async () => {
  host = newHost();
  const [mine, theirs] = memoryPair();
  const slow = channelOver(mine);
  const entries: LogEntry[] = [];
  const snapshots = new Map<string, ServerSnapshot>();
  slow.on(hostEvents.log, (event) => void entries.push(...event.entries));
  slow.on(hostEvents.changed, ({ servers }) => {
    for (const server of servers) snapshots.set(server.id, server);
  });
  const resolved: LaunchAnswer = { kind: 'resolved', launch: flood, secrets: [] };
  slow.handle(clientRequests.resolveLaunch, async () => resolved);
  host.accept(channelOver(theirs));
  slow.listen();
  await slow.send(hostRequests.attach, {
    contract: contractVersion,
    graceSeconds: 0,
  });
  const declaration = { id, name: 'flood', launchVersion: '1' };
  await slow.send(hostRequests.declare, { servers: [declaration] });
  void slow.send(hostRequests.start, { id, gesture: true }).catch(() => undefined);
  await vi.waitFor(() => expect(snapshots.get(id)?.state.kind).toBe('starting'));
  mine.pause();

  // Another window reads all of it, so the flood has come and gone.
  const other = await attach(host, { [id]: resolved });
  let seen = 0;
  other.onLog((entry) => void (seen += entry.text.length));
  void other.start(id, true).catch(() => undefined);
  await vi.waitFor(() => expect(seen).toBeGreaterThan(10_000_000));
  await other.stop(id);
  expect(stateOf(other, id).kind).toBe('idle');
  expect(entries.length).toBeLessThan(20_000);

  mine.resume();
  await vi.waitFor(() => expect(snapshots.get(id)?.state.kind).toBe('idle'));
  await vi.waitFor(() =>
    expect(entries.map(({ reason }) => reason?.code)).toContain('logLinesLeftOut'),
  );
  const kept = entries.reduce((size, { text }) => size + text.length, 0);
  expect(kept).toBeLessThan(10_000_000);
  other.dispose();
  slow.dispose();
});
