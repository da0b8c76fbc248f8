import { afterEach, describe, expect, it } from 'vitest';
import type { Host } from '../../../src/host/host';
import { FakeHttpServer } from '../../support/fakeServer/fakeHttpServer';
import { newHost } from '../../support/hostFixture';
import { sdkLines, stillWrong } from '../../support/sdkFaults/bareClients';
import { WatchedServer } from '../../support/watchedServer';

let host: Host | undefined;
afterEach(async () => {
  await host?.stop();
  host = undefined;
});

// 2025-11-25, "Session Management": on 404 a client MUST begin a new session. Real servers say 400, too.
describe.each([404, 400] as const)('a session that the server forgot, told by %d', (status) => {
  it('is renewed, and the call answered', async () => {
    await using server = await listening(status);
    host = newHost();
    const window = await WatchedServer.open(host, server.fake.launch());
    await window.start();
    server.fake.forgetSessions();
    const result = await window.call('echo', { text: 'again' });
    expect(result).toMatchObject({ content: [{ text: 'again' }] });
    await window.close();
  });

  it.each(sdkLines)('ends every call of $name', async (line) => {
    await using server = await listening(status);
    await using client = await line.http(server.fake.url);
    server.fake.forgetSessions();
    await stillWrong(line, async () => {
      await expect(client.call('echo', { text: '1' })).rejects.toThrow();
      await expect(client.call('echo', { text: '2' })).rejects.toThrow();
      expect(server.fake.requests.filter((one) => one === 'POST initialize')).toHaveLength(1);
    });
  });
});

async function listening(
  unknownSession: 400 | 404,
): Promise<{ fake: FakeHttpServer } & AsyncDisposable> {
  const fake = await new FakeHttpServer({ unknownSession }).listen();
  return { fake, [Symbol.asyncDispose]: () => fake.close() };
}
