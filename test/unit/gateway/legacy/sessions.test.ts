import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openGateway } from '../../../support/gateway/openGateway';
import { rpc } from '../../../support/gateway/rawClient';

const hour = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('lets go of a session that nobody has used for an hour, which goes on by its name', async () => {
  await using opened = await openGateway();
  const { client, server } = opened;
  const [left, heard, used] = [
    await client.session(),
    await client.session(),
    await client.session(),
  ];
  for (const headers of [left, heard, used]) {
    await client.send({ headers, body: rpc(1, 'resources/subscribe', { uri: 'a:1' }) });
  }
  await client.begin({ method: 'GET', headers: heard });
  vi.advanceTimersByTime(hour);
  await client.send({ headers: used, body: rpc(2, 'ping') });
  expect(server.requirements).toHaveLength(3);
  vi.advanceTimersByTime(hour);
  expect(server.requirements).toHaveLength(2);
  const again = await client.send({ headers: left, body: rpc(3, 'ping') });
  expect(again.status).toBe(200);
  expect((await client.send({ method: 'DELETE', headers: left })).status).toBe(204);
  expect((await client.send({ headers: left, body: rpc(4, 'ping') })).status).toBe(404);
});
