import { describe, expect, it, vi } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { ChatSessions } from '../../../src/gateway/chatSessions';
import { openGateway } from '../../support/gateway/openGateway';
import { eventsOf, messageOf, RawClient, rpc } from '../../support/gateway/rawClient';
import { catalogOf, handshake } from '../../support/gateway/testServer';

const definition = 'of the window';
const asChat = { 'Roundhouse-Client': 'chat', 'Roundhouse-Definition': definition };
const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'VS Code' } };

/** A gateway in front of a server that waits for a person, and was never reached. */
async function openBlocked() {
  const opened = await openGateway({ describe: ({ code }) => `Ask the person: ${code}.` });
  const { server } = opened;
  server.handshake.value = undefined;
  server.catalog.value = undefined;
  server.failure = new UserError('needsTrust', { server: server.name });
  return opened;
}

type Opened = Awaited<ReturnType<typeof openBlocked>>;

/** Greets as VS Code's chat does; the headers name the session. */
async function greet({ client }: Opened) {
  const first = await client.send({ headers: asChat, body: rpc(1, 'initialize', hello) });
  const headers = { ...asChat, 'Mcp-Session-Id': String(first.headers['mcp-session-id']) };
  return { first, headers };
}

describe('a chat at a server that cannot start', () => {
  it('is greeted at once, with capabilities for whatever comes', async () => {
    await using opened = await openBlocked();
    const { first } = await greet(opened);
    expect(messageOf(first).result).toMatchObject({
      serverInfo: { name: 'one' },
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true },
      },
    });
  });

  it('has empty lists, and is told of each that comes', async () => {
    await using opened = await openBlocked();
    const { client, server, token, tokens } = opened;
    const { headers } = await greet(opened);
    const stream = await client.begin({ method: 'GET', headers });
    const lists = ['tools', 'prompts', 'resources'].map((list) =>
      client.ask(headers, `${list}/list`),
    );
    expect((await Promise.all(lists)).map(({ result }) => result)).toEqual([
      { tools: [] },
      { prompts: [] },
      { resources: [] },
    ]);
    server.handshake.value = handshake;
    server.catalog.value = catalogOf('first');
    const { result } = await client.ask(headers, 'tools/list');
    expect(result).toMatchObject({ tools: [{ name: 'first' }] });
    tokens.revoke(token);
    expect(eventsOf(await stream.end)).toMatchObject([
      { method: 'notifications/tools/list_changed' },
    ]);
  });

  it('gets a call that cannot be made as a result with what to do', async () => {
    await using opened = await openBlocked();
    const { headers } = await greet(opened);
    expect(messageOf(await opened.client.call(headers)).result).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'Ask the person: needsTrust.' }],
    });
  });

  it('gets an error of the server itself as it is', async () => {
    await using opened = await openGateway();
    const { headers } = await greet(opened);
    opened.server.respond = () =>
      Promise.reject(new UserError('serverError', { code: -32_042, message: 'No' }));
    const answer = messageOf(await opened.client.call(headers));
    expect(answer).toMatchObject({ error: { code: -32_042, message: 'No' } });
  });
});

it('another client is told by its handshake why the server cannot start', async () => {
  await using opened = await openBlocked();
  const refused = messageOf(await opened.client.initialize());
  expect(refused).toMatchObject({ error: { data: { code: 'needsTrust' } } });
});

describe('what the window is told of its chat', () => {
  const chatOf = ({ tokens, token, server }: Opened) =>
    tokens.open(token)?.chat?.of(server.id).peek();

  it('is that a session is open, and whether its handshake was the server’s own', async () => {
    await using opened = await openBlocked();
    expect(chatOf(opened)).toBeUndefined();
    await greet(opened);
    expect(chatOf(opened)).toEqual({ kind: 'open', count: 1, greeted: false, definition });
    opened.server.handshake.value = handshake;
    await greet(opened);
    expect(chatOf(opened)).toEqual({ kind: 'open', count: 2, greeted: true, definition });
  });

  it('is by which definition the last one came', async () => {
    await using opened = await openBlocked();
    await greet(opened);
    const { client } = opened;
    const headers = { ...asChat, 'Roundhouse-Definition': 'changed' };
    await client.send({ headers, body: rpc(1, 'initialize', hello) });
    expect(chatOf(opened)).toMatchObject({ count: 2, definition: 'changed' });
  });

  it('is that the chat has ended its last one', async () => {
    await using opened = await openBlocked();
    const [{ headers }, second] = [await greet(opened), await greet(opened)];
    await opened.client.send({ method: 'DELETE', headers });
    expect(chatOf(opened)).toMatchObject({ kind: 'open', count: 2 });
    const stream = await opened.client.begin({ method: 'GET', headers: second.headers });
    await opened.client.send({ method: 'DELETE', headers: second.headers });
    await stream.end;
    expect(chatOf(opened)).toEqual({ kind: 'ended', count: 2, definition });
  });

  it('is that a stream was lost, until the chat says something again', async () => {
    await using opened = await openBlocked();
    const { headers } = await greet(opened);
    const { end } = await opened.client.begin({ method: 'GET', headers });
    opened.server.releasing.abort();
    await end;
    await expect.poll(() => chatOf(opened)?.kind).toBe('lost');
    await opened.client.send({ headers, body: rpc(4, 'ping') });
    expect(chatOf(opened)).toMatchObject({ kind: 'open', count: 2 });
  });

  it('is nothing of clients that are no chat, and nothing of a chat that is an external client', async () => {
    await using opened = await openBlocked();
    opened.server.handshake.value = handshake;
    await opened.client.initialize();
    expect(chatOf(opened)).toBeUndefined();
    const externalClient = opened.tokens.issueToExternalClient(() => opened.server);
    await greet({
      ...opened,
      client: new RawClient(opened.gateway, externalClient, opened.server.id),
    });
    expect(chatOf(opened)).toBeUndefined();
  });
});

it('counts an end once, whoever tells of it', () => {
  const chat = new ChatSessions();
  const session = chat.begin('user/one', { greeted: true });
  session.end('ended');
  session.end('lost');
  expect(chat.of('user/one').peek()).toEqual({ kind: 'ended', count: 1 });
});

describe('a client that comes before its window', () => {
  it('waits until the window is there and declares its servers', async () => {
    await using opened = await openGateway({ settling: 60_000 });
    const declared = vi.fn((id: string) => (id === opened.server.id ? opened.server : undefined));
    let isDeclared = false;
    const client = new RawClient(opened.gateway, 'late', opened.server.id);
    const greeted = client.initialize();
    opened.tokens.issue((id) => (isDeclared ? declared(id) : undefined), 'late');
    isDeclared = true;
    opened.tokens.announce();
    expect((await greeted).status).toBe(200);
  });

  it('is refused when the time for that is over', async () => {
    await using opened = await openGateway({ settling: 50 });
    const stranger = new RawClient(opened.gateway, 'unknown', opened.server.id);
    expect((await stranger.initialize()).status).toBe(401);
    const lost = new RawClient(opened.gateway, opened.token, 'user/x');
    expect((await lost.initialize()).status).toBe(404);
  });
});
