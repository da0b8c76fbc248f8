import { describe, expect, it } from 'vitest';
import { openGateway } from '../../../support/gateway/openGateway';
import { messageOf, RawClient, rpc } from '../../../support/gateway/rawClient';
import { finder } from '../../../support/gateway/testServer';

const ping = rpc(2, 'ping');

describe('sessions', () => {
  it('are needed for everything but initialize', async () => {
    await using opened = await openGateway();
    expect((await opened.client.send({ body: ping })).status).toBe(400);
    const unknown = { 'Mcp-Session-Id': 'unknown' };
    for (const method of ['POST', 'GET', 'DELETE']) {
      const body = method === 'POST' ? ping : undefined;
      expect((await opened.client.send({ method, headers: unknown, body })).status).toBe(404);
    }
  });

  it('end on DELETE', async () => {
    await using opened = await openGateway();
    const headers = await opened.client.session();
    expect((await opened.client.send({ method: 'DELETE', headers })).status).toBe(204);
    expect((await opened.client.send({ headers, body: ping })).status).toBe(404);
  });

  it('belong to one window and one server', async () => {
    await using opened = await openGateway();
    const headers = await opened.client.session();
    const otherToken = opened.tokens.issue(finder(opened.server));
    const other = new RawClient(opened.gateway, otherToken, opened.server.id);
    expect((await other.send({ headers, body: ping })).status).toBe(404);
    expect((await opened.client.send({ headers, body: ping })).status).toBe(200);
  });

  it('refuses a revision that it does not serve', async () => {
    await using opened = await openGateway();
    const session = await opened.client.session();
    const send = (version: string) =>
      opened.client.send({ headers: { ...session, 'MCP-Protocol-Version': version }, body: ping });
    expect((await send('2026-07-28')).status).toBe(400);
    expect((await send('2025-06-18')).status).toBe(200);
  });

  it('gives a stream only to who takes one', async () => {
    await using opened = await openGateway();
    const headers = { ...(await opened.client.session()), Accept: 'application/json' };
    expect((await opened.client.send({ method: 'GET', headers })).status).toBe(406);
  });
});

describe('batches', () => {
  it('are answered by a batch', async () => {
    await using opened = await openGateway();
    const headers = await opened.client.session({}, '2025-03-26');
    const batch = [
      rpc(undefined, 'notifications/initialized'),
      rpc(1, 'ping'),
      rpc(2, 'tools/list'),
    ];
    const answers = messageOf(await opened.client.send({ headers, body: batch }));
    expect(answers).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  it('belong to one revision', async () => {
    await using opened = await openGateway();
    const headers = await opened.client.session();
    const body = [rpc(1, 'ping'), rpc(2, 'ping')];
    expect((await opened.client.send({ headers, body })).status).toBe(400);
  });

  it('may not greet', async () => {
    await using opened = await openGateway();
    const { status } = await opened.client.send({ body: [rpc(1, 'initialize', {})] });
    expect(status).toBe(400);
  });
});
