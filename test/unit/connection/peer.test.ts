import { expect, test, vi } from 'vitest';
import { Peer, type PeerListener } from '../../../src/connection/peer';
import { MemoryServer } from '../../support/memoryServer';

test('what a listener throws is trouble, and the next message comes', async () => {
  const server = new MemoryServer('stdio', {});
  const listener = {
    received: vi.fn<() => void>(),
    notified: vi.fn<PeerListener<string>['notified']>().mockImplementationOnce(() => {
      throw new Error('odd');
    }),
    requested: () => undefined,
    gaveUp: () => undefined,
    late: () => undefined,
    troubled: vi.fn<(error: Error) => void>(),
    closed: () => undefined,
  };
  await new Peer<string>(server, listener).start();
  server.say({ method: 'notifications/x' });
  server.say({ method: 'notifications/y' });
  expect(listener.troubled.mock.calls).toEqual([[new Error('odd')]]);
  expect(listener.notified).toHaveBeenCalledTimes(2);
  expect(listener.received).toHaveBeenCalledTimes(2);
});
