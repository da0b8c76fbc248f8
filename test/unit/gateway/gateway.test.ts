import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { liveStores } from '../../../src/base/disposable';
import { openGateway } from '../../support/gateway/openGateway';
import { RawClient, rpc } from '../../support/gateway/rawClient';
import { finder, TestServer } from '../../support/gateway/testServer';

afterEach(() => expect(liveStores().size).toBe(0));

const ping = rpc(2, 'ping');

describe('who may come in', () => {
  it.each([
    ['Host', 'evil.example'],
    ['Host', 'localhost'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
  ])('refuses %s: %s', async (name, value) => {
    await using opened = await openGateway();
    const { status } = await opened.client.send({ headers: { [name]: value }, body: ping });
    expect(status).toBe(403);
  });

  it('takes localhost as Host and the editor as Origin', async () => {
    await using opened = await openGateway();
    const headers = {
      Host: `localhost:${opened.gateway.port}`,
      Origin: 'vscode-file://vscode-app',
      ...(await opened.client.session()),
    };
    expect((await opened.client.send({ headers, body: ping })).status).toBe(200);
  });

  it.each(['', 'Bearer wrong', 'Basic wrong'])('answers 401 to "%s"', async (Authorization) => {
    await using opened = await openGateway();
    const response = await opened.client.send({ headers: { Authorization }, body: ping });
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('tells of who is refused, and nothing of a token', async () => {
    const refused: string[] = [];
    const onRefused = (kind: string, detail: string): void =>
      void refused.push(`${kind} ${detail}`);
    await using opened = await openGateway({ onRefused });
    const send = (headers: Record<string, string>) => opened.client.send({ headers });
    await send({ Host: 'evil.example' });
    await send({ Origin: 'https://evil.example' });
    await send({ Authorization: 'Bearer secret', 'User-Agent': 'curl/8' });
    await send({ Authorization: '' });
    expect(refused).toEqual([
      'host evil.example',
      'origin https://evil.example',
      'token curl/8',
      'token ',
    ]);
  });

  it('refuses a token that was revoked while the body came', async () => {
    await using opened = await openGateway();
    const opens = vi.spyOn(opened.tokens, 'open');
    const body = async function* (): AsyncGenerator<string> {
      yield '{"jsonrpc":"2.0","id":1,';
      await vi.waitFor(() => expect(opens).toHaveBeenCalled());
      opened.tokens.revoke(opened.token);
      yield '"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}';
    };
    expect((await opened.client.send({ body: Readable.from(body()) })).status).toBe(401);
  });

  it('takes another agent for an agent, also one that says it is the chat', async () => {
    await using opened = await openGateway();
    const token = opened.tokens.issueToExternalClient(finder(opened.server));
    const agent = new RawClient(opened.gateway, token, opened.server.id);
    const headers = { ...(await agent.session()), 'Roundhouse-Client': 'chat' };
    await agent.send({ headers, body: rpc(3, 'tools/call', { name: 'first' }) });
    expect(opened.server.guarded.calls).toMatchObject([{ route: 'agent' }]);
  });

  it('answers alike for what is unknown and for what belongs to another window', async () => {
    await using opened = await openGateway();
    const other = new TestServer('user/two');
    const otherToken = opened.tokens.issue(finder(other));
    const unknown = await new RawClient(opened.gateway, opened.token, 'user/no').initialize();
    const foreign = await new RawClient(opened.gateway, opened.token, other.id).initialize();
    expect(unknown).toMatchObject({ status: 404, body: foreign.body });
    expect(foreign.status).toBe(404);
    expect((await new RawClient(opened.gateway, otherToken, other.id).initialize()).status).toBe(
      200,
    );
    expect(other.starts).toBe(0);
  });

  it('knows no other path, with or without a token', async () => {
    await using opened = await openGateway();
    for (const path of ['/', '/mcp/', '/servers', '/.well-known/oauth-protected-resource']) {
      const headers = { Authorization: '' };
      expect((await opened.client.send({ method: 'GET', path, headers })).status).toBe(404);
      expect((await opened.client.send({ method: 'GET', path })).status).toBe(404);
    }
  });
});

describe('what may come in', () => {
  it('refuses a body over the limit, announced or not', async () => {
    await using opened = await openGateway({ maxBody: 1_000 });
    const headers = await opened.client.session();
    const body = JSON.stringify(rpc(1, 'ping', { text: 'x'.repeat(2_000) }));
    expect((await opened.client.send({ headers, body })).status).toBe(413);
    const chunked = { ...headers, 'Transfer-Encoding': 'chunked' };
    expect((await opened.client.send({ headers: chunked, body })).status).toBe(413);
    expect((await opened.client.send({ headers, body: ping })).status).toBe(200);
  });

  it('takes a body of exactly the limit, announced or not', async () => {
    const body = JSON.stringify(ping);
    const sizes = [body.length - 1, body.length];
    const statuses = sizes.map(async (maxBody) => {
      await using opened = await openGateway({ maxBody });
      // Without a session the answer is 400, once the body is read.
      const announced = await opened.client.send({ body });
      const headers = { 'Transfer-Encoding': 'chunked' };
      const chunked = await opened.client.send({ headers, body });
      return [announced.status, chunked.status];
    });
    expect(await Promise.all(statuses)).toEqual([
      [413, 413],
      [400, 400],
    ]);
  });

  it.each([
    ['{', -32700],
    ['', -32700],
    ['{}', -32600],
    ['[]', -32600],
    ['1', -32600],
  ])('answers 400 to the body %j', async (body, code) => {
    await using opened = await openGateway();
    const response = await opened.client.send({ headers: await opened.client.session(), body });
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toMatchObject({ id: null, error: { code } });
  });

  it('takes JSON only', async () => {
    await using opened = await openGateway();
    const headers = { 'Content-Type': 'text/plain' };
    expect((await opened.client.send({ headers, body: ping })).status).toBe(415);
  });

  it('names the methods it knows', async () => {
    await using opened = await openGateway();
    const response = await opened.client.send({ method: 'PUT', body: ping });
    expect(response).toMatchObject({ status: 405, headers: { allow: 'GET, POST, DELETE' } });
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

  it('end with the token, streams and open requests included', async () => {
    await using opened = await openGateway();
    const headers = await opened.client.session();
    let aborted = false;
    const reached = new Promise<void>((resolve) => {
      opened.server.respond = (_params, { signal }) =>
        new Promise((_resolve, reject) => {
          resolve();
          signal?.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('aborted'));
          });
        });
    });
    const stream = opened.client.send({ method: 'GET', headers });
    const call = opened.client.send({ headers, body: rpc(3, 'tools/call', { name: 'first' }) });
    await reached;
    opened.tokens.revoke(opened.token);
    expect((await stream).status).toBe(200);
    expect((await call).body).toBe('');
    expect(aborted).toBe(true);
    expect((await opened.client.send({ headers, body: ping })).status).toBe(401);
  });

  it('make room for new ones, the one unused for longest first', async () => {
    await using opened = await openGateway({ maxSessions: 2 });
    const [first, second] = [await opened.client.session(), await opened.client.session()];
    await opened.client.send({ headers: first, body: ping });
    await opened.client.session();
    expect((await opened.client.send({ headers: first, body: ping })).status).toBe(200);
    expect((await opened.client.send({ headers: second, body: ping })).status).toBe(404);
  });
});
