import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { HostMode } from '../../../../src/client/hostConnection/hostClient';
import { TrafficFollower } from '../../../../src/ui/traffic/trafficFollower.editor';
import type { ToTraffic } from '../../../../src/ui/traffic/trafficMessages';

function follow(send: () => Promise<never>) {
  const sent: ToTraffic[] = [];
  const mode = signal<HostMode>({ kind: 'shared', pid: 1, build: 'test' });
  const follower = new TrafficFollower({ send, mode }, (message) => sent.push(message), 'till');
  return { follower, sent };
}

test('a page does not wait for the traffic of a host that cannot answer', async () => {
  const { follower, sent } = follow(() => Promise.reject(new Error('gone')));
  follower.look(true);
  await vi.waitFor(() => expect(sent).toEqual([{ kind: 'traffic', records: [], all: true }]));
});

test('nothing is sent to a page that nobody looks at any more', async () => {
  let fail = (): void => undefined;
  const asked = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('cancelled'));
  });
  const { follower, sent } = follow(() => asked);
  follower.look(true);
  follower.look(false);
  fail();
  await asked.catch(() => undefined);
  expect(sent).toEqual([]);
});
