import { createSecretKey } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Quarantine } from '../../../src/servers/quarantine';

const noThread = vi.hoisted(() =>
  vi.fn(function Worker() {
    throw new Error('ERR_WORKER_INIT_FAILED: EAGAIN');
  }),
);
vi.mock('node:worker_threads', () => ({ Worker: noThread }));

// Files share modules, which have the threads of another one here.
vi.resetModules();
const { FreezeWatch } = await import('../../../src/host/freezeWatch');

test('a host goes on without the thread where it cannot start', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const quarantine = new Quarantine('/nowhere', createSecretKey(Buffer.from('secret')));
  const watch = new FreezeWatch(quarantine, async () => 'program', true);
  onTestFinished(() => watch.dispose());
  watch.quarantineOf('launch').noteWork(10, 'ping');
  await vi.waitFor(() => expect(noThread).toHaveBeenCalled());
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).not.toHaveBeenCalled();
});
