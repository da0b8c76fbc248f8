import { expect, onTestFinished, test, vi } from 'vitest';
import { liveStores } from '../../../src/base/disposable';
import { UserError } from '../../../src/base/errors';
import { contractVersion, hostRequests } from '../../../src/ipc/contract';
import { channelOver, memoryPair } from '../../../src/ipc/channel';
import { newHost } from '../../support/hostFixture';

const attach = { contract: contractVersion, graceSeconds: 0 } as const;

test('a failure crosses with what brought it about', async () => {
  const [mine, theirs] = memoryPair();
  const [client, host] = [channelOver(mine), channelOver(theirs)];
  const cause = { code: 'exited', args: { exit: 1 } };
  host.handle(hostRequests.stop, async () => {
    throw UserError.from({ code: 'crashLoop', args: { count: 5 }, cause });
  });
  host.listen();
  client.listen();
  const error: unknown = await client
    .send(hostRequests.stop, { id: 'x' })
    .catch((caught) => caught);
  expect((error as UserError).reason).toEqual({ code: 'crashLoop', args: { count: 5 }, cause });
  client.dispose();
  host.dispose();
});

test('an answer that breaks the contract is not taken for a lost host', async () => {
  const [mine, theirs] = memoryPair();
  const [client, host] = [channelOver(mine), channelOver(theirs)];
  host.handle(hostRequests.catalog, async () => ({ tools: 'none' }) as never);
  host.listen();
  client.listen();
  const answer = client.send(hostRequests.catalog, { id: 'x' });
  await expect(answer).rejects.toMatchObject({ name: '$ZodError' });
  client.dispose();
  host.dispose();
});

test('what is being done for the other side is aborted when it leaves', async () => {
  const [mine, theirs] = memoryPair();
  const [client, host] = [channelOver(mine), channelOver(theirs)];
  const aborted = new Promise<void>((resolve) => {
    host.handle(hostRequests.stop, async (_params, signal) => {
      const ended = new Promise((end) => signal.addEventListener('abort', end));
      client.dispose();
      await ended;
      resolve();
      return null;
    });
  });
  host.listen();
  client.listen();
  await expect(client.send(hostRequests.stop, { id: 'x' })).rejects.toMatchObject({
    code: 'hostGone',
  });
  await aborted;
});

test('a request that is aborted is over, and an answer that comes all the same is dropped', async () => {
  const [mine, theirs] = memoryPair();
  const [client, host] = [channelOver(mine), channelOver(theirs)];
  const abort = new AbortController();
  host.handle(hostRequests.stop, async (_params, signal) => {
    const cancelled = new Promise((end) => signal.addEventListener('abort', end));
    abort.abort(new Error('enough'));
    await cancelled;
    return null;
  });
  host.listen();
  client.listen();
  await expect(client.send(hostRequests.stop, { id: 'x' }, abort.signal)).rejects.toThrow('enough');
  client.dispose();
  host.dispose();
});

test('a side that is gone before anybody listens is noticed', async () => {
  const [mine, theirs] = memoryPair();
  mine.resume().end();
  await new Promise((resolve) => theirs.once('close', resolve).resume());
  const channel = channelOver(theirs);
  const closed = new Promise<void>((resolve) => void channel.onClose(resolve));
  const host = newHost();
  host.accept(channel);
  await closed;
  await expect(channel.send(hostRequests.stop, { id: 'x' })).rejects.toMatchObject({
    code: 'hostGone',
  });
  expect([...liveStores()]).toEqual([]);
  await host.stop();
});

test('nothing is served before attaching, nor to a client of another contract', async () => {
  const host = newHost();
  const [mine, theirs] = memoryPair();
  const client = channelOver(mine);
  const closed = new Promise<void>((resolve) => void client.onClose(resolve));
  host.accept(channelOver(theirs));
  client.listen();
  await expect(client.send(hostRequests.declare, { servers: [] })).rejects.toThrow();
  const stranger = { ...attach, contract: contractVersion + 1 };
  await expect(client.send(hostRequests.attach, stranger)).rejects.toMatchObject({
    code: 'contractMismatch',
  });
  await closed;
  client.dispose();
  await host.stop();
});

test('a message that breaks off leaves nothing behind', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  const [mine, theirs] = memoryPair();
  const host = channelOver(theirs);
  let heard = 0;
  theirs.on('data', () => (heard += 1));
  host.listen();
  mine.write('Content-Length: 100\r\n\r\n{"jsonrpc"');
  await vi.waitFor(() => expect(heard).toBe(1));
  host.dispose();
  mine.destroy();
  // The library's own would begin again and again, and keep what has come.
  expect(timers.mock.calls.filter(([, time]) => time === 10_000)).toEqual([]);
});
