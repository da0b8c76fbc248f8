import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { liveStores } from '../../../src/base/disposable';
import { Gateway } from '../../../src/gateway/gateway';
import { Tokens } from '../../../src/gateway/tokens';
import { openGateway } from '../../support/gateway/openGateway';
import { RawClient, rpc } from '../../support/gateway/rawClient';
import { describeReason, finder, TestServer } from '../../support/gateway/testServer';

afterEach(() => expect(liveStores().size).toBe(0));

const ping = rpc(2, 'ping');
const options = { access: new Tokens(), describe: describeReason };

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

describe('an agent whose window has left', () => {
  const hash = createHash('sha256').update('agent').digest('base64url');

  /** An agent with a session at a window that takes its token. */
  async function openAgent() {
    const refused: string[] = [];
    const opened = await openGateway({ onRefused: (kind) => void refused.push(kind) });
    const find = finder(opened.server);
    const taken = opened.tokens.take(hash, find);
    const agent = new RawClient(opened.gateway, 'agent', opened.server.id);
    const headers = await agent.session();
    return { ...opened, find, taken, agent, headers, refused };
  }

  it('waits for the window, and goes on', async () => {
    await using opened = await openAgent();
    const { tokens, taken, agent, headers } = opened;
    taken.dispose();
    const looksUp = vi.spyOn(tokens, 'leftAt');
    const listed = agent.ask(headers, 'tools/list');
    await vi.waitFor(() => expect(looksUp).toHaveBeenCalled());
    tokens.take(hash, opened.find);
    expect(await listed).toMatchObject({ result: { tools: [{ name: 'first' }] } });
  });

  it('is not told that its token is wrong while the window stays away', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await using opened = await openAgent();
    const { tokens, taken, agent, refused } = opened;
    taken.dispose();
    const looksUp = vi.spyOn(tokens, 'leftAt');
    const first = agent.initialize();
    while (looksUp.mock.calls.length === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(15_000);
    for (const response of [await first, await agent.initialize()]) {
      expect(response.status).toBe(503);
      expect(response.headers).toMatchObject({ 'retry-after': '5' });
      expect(response.headers).not.toHaveProperty('www-authenticate');
      expect(response.body).toContain('The VS Code window of this token is not open');
    }
    const stranger = new RawClient(opened.gateway, 'stranger', opened.server.id);
    expect((await stranger.initialize()).status).toBe(401);
    expect(refused).toEqual(['token']);
  });

  it('is told so of a token that was revoked', async () => {
    await using opened = await openAgent();
    opened.taken.revoke();
    expect((await opened.agent.initialize()).status).toBe(401);
    expect(opened.refused).toEqual(['token']);
  });

  it('is not told so where the window left while the body came', async () => {
    await using opened = await openAgent();
    const opens = vi.spyOn(opened.tokens, 'open');
    const body = async function* (): AsyncGenerator<string> {
      yield '{"jsonrpc":"2.0","id":2,';
      await vi.waitFor(() => expect(opens).toHaveBeenCalled());
      opened.taken.dispose();
      yield '"method":"tools/list"}';
    };
    const { headers } = opened;
    const response = await opened.agent.send({ headers, body: Readable.from(body()) });
    expect(response.status).toBe(503);
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

  it('answers a request whose params are no object under its id', async () => {
    await using opened = await openGateway();
    const body = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: [] };
    const response = await opened.client.send({ headers: await opened.client.session(), body });
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toMatchObject({ id: 7, error: { code: -32602 } });
  });

  it('takes JSON only', async () => {
    await using opened = await openGateway();
    const headers = { 'Content-Type': 'text/plain' };
    expect((await opened.client.send({ headers, body: ping })).status).toBe(415);
  });

  it.each([10, 10_000])('an answer of %i times four characters comes whole', async (times) => {
    await using opened = await openGateway();
    const text = 'aü€😀'.repeat(times);
    opened.server.respond = async () => ({ text });
    const headers = await opened.client.session();
    const { body } = await opened.client.send({ headers, body: rpc(2, 'prompts/get', { text }) });
    expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', id: 2, result: { text } });
    expect(opened.server.asked.at(-1)?.params['text']).toBe(text);
  });

  it('names the methods it knows', async () => {
    await using opened = await openGateway();
    const response = await opened.client.send({ method: 'PUT', body: ping });
    expect(response).toMatchObject({ status: 405, headers: { allow: 'GET, POST, DELETE' } });
  });

  it('a request that is too deep is refused by the gateway, whatever it is about', async () => {
    await using opened = await openGateway();
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"a":${deep}}}}`;
    const answer = await opened.client.send({ body });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: -32600 } });
  });
});

describe('its port', () => {
  it('keeps an idle connection through the pauses of an agent', async () => {
    await using opened = await openGateway();
    const { origin } = opened.gateway;
    const { headers } = await fetch(`${origin}/servers/x/mcp`, { method: 'POST' });
    expect(headers.get('keep-alive')).toBe('timeout=60');
  });

  it('takes the preferred port again after a stop', async () => {
    const first = await Gateway.start(options);
    await first.stop();
    const second = await Gateway.start({ ...options, preferredPort: first.port });
    expect(second.port).toBe(first.port);
    expect(second.origin).toBe(`http://127.0.0.1:${first.port}`);
    await second.stop();
  });

  it('takes another port where the preferred one is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const gateway = await Gateway.start({ ...options, preferredPort: port });
    expect(gateway.port).not.toBe(port);
    await gateway.stop();
    taken.close();
  });

  /** A gateway whose preferred port another one has, and a way to tell that it may be free. */
  async function openStandIn(settling = 0, isHost = true) {
    const earlier = await Gateway.start(options);
    const port = earlier.port;
    const told: (() => void)[] = [];
    const dispose = vi.fn();
    const otherHosts = {
      areThere: () => Promise.resolve(isHost),
      onChange: (listener: () => void) => {
        told.push(listener);
        return { dispose };
      },
    };
    const opened = await openGateway({ preferredPort: port, otherHosts, settling });
    const tell = (): void => told.forEach((listener) => listener());
    return { ...opened, earlier, port, tell, dispose };
  }

  it('takes the preferred port, too, once it is free, and serves at both', async () => {
    const { gateway, client, token, earlier, port, tell, dispose } = await openStandIn();
    const standIn = gateway.port;
    expect(standIn).not.toBe(port);
    expect(gateway.lastingOrigin).toBe(earlier.origin);
    tell();
    await earlier.stop();
    await vi.waitFor(() => expect(gateway.port).toBe(port));
    expect(gateway.origin).toBe(gateway.lastingOrigin);
    expect(dispose).toHaveBeenCalledOnce();
    const headers = {
      ...(await client.session()),
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    };
    const statusAt = async (at: number): Promise<number> => {
      const url = `http://127.0.0.1:${at}${client.path}`;
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(ping) })).status;
    };
    expect([await statusAt(port), await statusAt(standIn)]).toEqual([200, 200]);
    await gateway.stop();
    for (const at of [port, standIn]) await expect(statusAt(at)).rejects.toThrow();
  });

  it('sends no entry to a program that is no host, and takes its port when it is free', async () => {
    const { gateway, earlier, port, tell } = await openStandIn(0, false);
    expect(gateway.lastingOrigin).toBe(gateway.origin);
    expect(gateway.lastingOrigin).not.toBe(earlier.origin);
    await earlier.stop();
    tell();
    await vi.waitFor(() => expect(gateway.port).toBe(port));
    expect(gateway.lastingOrigin).toBe(earlier.origin);
    await gateway.stop();
  });

  it('lets clients that come with the preferred port wait for their windows', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await using opened = await openStandIn(60_000);
    const { gateway, tokens, server, earlier, port, tell } = opened;
    vi.advanceTimersByTime(60_000);
    const late = new RawClient(gateway, 'late', server.id);
    expect((await late.initialize()).status).toBe(401);
    await earlier.stop();
    tell();
    await vi.waitFor(() => expect(gateway.port).toBe(port));
    const looksUp = vi.spyOn(tokens, 'leftAt');
    const greeted = late.initialize();
    await vi.waitFor(() => expect(looksUp).toHaveBeenCalled());
    tokens.issue(finder(server), 'late');
    expect((await greeted).status).toBe(200);
  });

  it('takes no port any more once it is stopped', async () => {
    const { gateway, earlier, port, tell } = await openStandIn();
    tell();
    await gateway.stop();
    tell();
    await earlier.stop();
    const next = await Gateway.start({ ...options, preferredPort: port });
    expect(next.port).toBe(port);
    await next.stop();
  });

  it('listens on the loopback interface only', async () => {
    await using opened = await openGateway();
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    const host = outside?.address ?? '127.0.0.2';
    const socket = connect(opened.gateway.port, host);
    await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('leaves no socket behind', async () => {
    const sockets = (): number =>
      process.getActiveResourcesInfo().filter((name) => /^TCP|Timeout/.test(name)).length;
    const before = sockets();
    const opened = await openGateway();
    const headers = await opened.client.session();
    opened.server.respond = () => new Promise(() => undefined);
    const stream = opened.client.send({ method: 'GET', headers }).catch(() => undefined);
    const call = opened.client.call(headers).catch(() => undefined);
    await expect.poll(() => opened.server.asked.length).toBe(1);
    await opened.gateway.stop();
    await Promise.all([stream, call]);
    await expect.poll(sockets).toBeLessThanOrEqual(before);
  });
});
