import { expect, test, vi } from 'vitest';
import { Peer, type PeerListener } from '../../../src/connection/peer';
import { MemoryServer } from '../../support/memoryServer';

test('what a listener throws is trouble, and the next message comes', async () => {
  const server = new MemoryServer('stdio', {});
  const listener = {
    notified: vi.fn<PeerListener['notified']>().mockImplementationOnce(() => {
      throw new Error('odd');
    }),
    requested: () => undefined,
    troubled: vi.fn<(error: Error) => void>(),
    closed: () => undefined,
  };
  const peer = new Peer(server, listener);
  const received = vi.fn<() => void>();
  peer.onMessage(received);
  await peer.start();
  server.say({ method: 'notifications/x' });
  server.say({ method: 'notifications/y' });
  expect(listener.troubled.mock.calls).toEqual([[new Error('odd')]]);
  expect(listener.notified).toHaveBeenCalledTimes(2);
  expect(received).toHaveBeenCalledTimes(2);
});
