import { generateKeySync } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Gateway } from '../../../../src/gateway/gateway';
import { SessionSeal } from '../../../../src/gateway/legacy/sessions';
import { Tokens } from '../../../../src/gateway/tokens';
import { openGateway } from '../../../support/gateway/openGateway';
import {
  eventsOf,
  messageOf,
  RawClient,
  rpc,
  type RawResponse,
  type RawStream,
} from '../../../support/gateway/rawClient';
import { describeReason, finder, TestServer } from '../../../support/gateway/testServer';

const hour = 3_600_000;
const ping = rpc(2, 'ping');
const newKey = () => generateKeySync('hmac', { length: 256 });
const key = newKey();
const facts = { serverId: 'user/one', version: '2025-06-18', capabilities: { roots: {} } };

it('lets go of a session that nobody has used for an hour, which goes on by its name', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await using opened = await openGateway();
  const { client, server } = opened;
  const [left, heard, used] = [
    await client.session(),
    await client.session(),
    await client.session(),
  ];
  for (const headers of [left, heard, used]) {
    await client.ask(headers, 'resources/subscribe', { uri: 'a:1' });
  }
  await client.begin({ method: 'GET', headers: heard });
  vi.advanceTimersByTime(hour);
  await client.send({ headers: used, body: ping });
  expect(server.requirements).toHaveLength(3);
  vi.advanceTimersByTime(hour);
  expect(server.requirements).toHaveLength(2);
  expect((await client.send({ headers: left, body: ping })).status).toBe(200);
  expect(server.requirements).toHaveLength(3);
  expect((await client.send({ method: 'DELETE', headers: left })).status).toBe(204);
  expect((await client.send({ headers: left, body: ping })).status).toBe(404);
});

it('makes room for a new session, the one unused for longest first', async () => {
  await using opened = await openGateway({ maxSessions: 2 });
  const [first, second] = [await opened.client.session(), await opened.client.session()];
  await opened.client.send({ headers: first, body: ping });
  await opened.client.session();
  expect((await opened.client.send({ headers: first, body: ping })).status).toBe(200);
  expect((await opened.client.send({ headers: second, body: ping })).status).toBe(404);
});

it('ends sessions with their token, streams and open requests included', async () => {
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
  const call = opened.client.call(headers);
  await reached;
  opened.tokens.revoke(opened.token);
  expect((await stream).status).toBe(200);
  // Without an answer a client would wait until its own time limit.
  const left = { code: -32603, message: 'Because of windowLeft.', data: { code: 'windowLeft' } };
  expect(messageOf(await call)).toMatchObject({ id: 2, error: left });
  expect(aborted).toBe(true);
  expect((await opened.client.send({ headers, body: ping })).status).toBe(401);
});

it('opens names of hosts with the same key, and no others', () => {
  const seal = new SessionSeal(key);
  const later = new SessionSeal(key);
  const id = seal.seal(facts);
  expect(id).toMatch(/^[\w.-]+$/);
  for (const one of [seal, later]) expect(one.open(id)).toEqual(facts);
  expect(new SessionSeal(newKey()).open(id)).toBeUndefined();
  expect(later.open(`${id}x`)).toBeUndefined();
  expect(later.open(id.replace('.', '.A'))).toBeUndefined();
  expect(later.open('x')).toBeUndefined();
});

it('names a session plainly whose facts would not fit into a header', () => {
  const capabilities = { experimental: { long: 'x'.repeat(5_000) } };
  const id = new SessionSeal(key).seal({ ...facts, capabilities });
  expect(id.length).toBeLessThan(50);
  expect(new SessionSeal(key).open(id)).toBeUndefined();
});

it('takes up a session whose token is valid again, as after a reload of its window', async () => {
  await using opened = await openGateway();
  const { client, server, token, tokens } = opened;
  const [open, ended] = [await client.session(), await client.session()];
  await client.ask(open, 'resources/subscribe', { uri: 'a:1' });
  await client.ask(open, 'logging/setLevel', { level: 'debug' });
  await client.send({ method: 'DELETE', headers: ended });
  tokens.revoke(token);
  expect(server.requirements).toEqual([]);
  tokens.issue(finder(server), token);
  expect((await client.send({ headers: open, body: ping })).status).toBe(200);
  expect(server.requirements).toEqual([{ uris: ['a:1'], level: 'debug' }]);
  expect((await client.send({ headers: ended, body: ping })).status).toBe(404);
});

it('sends with the next stream which watched resources may have been updated without one', async () => {
  await using opened = await openGateway();
  const { client, server, token, tokens } = opened;
  const headers = await client.session();
  for (const uri of ['a:1', 'a:2', 'a:3'])
    await client.ask(headers, 'resources/subscribe', { uri });
  const update = (uri: string): void =>
    server.notifications.fire({ method: 'notifications/resources/updated', params: { uri } });
  for (const uri of ['a:1', 'a:3', 'a:1', 'b:1']) update(uri);
  await client.ask(headers, 'resources/unsubscribe', { uri: 'a:3' });
  const sent = async (stream: Promise<RawResponse>): Promise<unknown> => {
    const events = eventsOf(await stream) as { method: string; params: unknown }[];
    return events
      .filter(({ method }) => method === 'notifications/resources/updated')
      .map(({ params }) => params);
  };
  const listen = (): Promise<RawStream> => client.begin({ method: 'GET', headers });
  const first = await listen();
  tokens.revoke(token);
  expect(await sent(first.end)).toEqual([{ uri: 'a:1' }]);
  tokens.issue(finder(server), token);
  // A session that is taken up does not know what it has missed.
  const second = await listen();
  tokens.revoke(token);
  expect(await sent(second.end)).toEqual([{ uri: 'a:1' }, { uri: 'a:2' }]);
});

it('takes up a session of the host before, until it ends', async () => {
  const server = new TestServer('user/one');
  const tokens = new Tokens();
  const token = tokens.issue(finder(server));
  await using before = await openGateway({ sessionKey: key, access: tokens }, server);
  const headers = await new RawClient(before.gateway, token, server.id).session();
  const options = { access: tokens, describe: describeReason, sessionKey: key };
  const gateway = await Gateway.start(options);
  const client = new RawClient(gateway, token, server.id);
  expect((await client.send({ headers, body: rpc(1, 'tools/list') })).status).toBe(200);
  expect((await client.send({ method: 'DELETE', headers })).status).toBe(204);
  expect((await client.send({ headers, body: rpc(2, 'tools/list') })).status).toBe(404);
  await gateway.stop();
});
