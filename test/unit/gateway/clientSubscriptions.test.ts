import { expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { ClientSubscriptions, SeenIds } from '../../../src/gateway/clientSubscriptions';
import { openGateway } from '../../support/gateway/openGateway';
import { eventsOf, rpc } from '../../support/gateway/rawClient';
import { handshake, TestServer } from '../../support/gateway/testServer';

const message = (level: string) => ({ method: 'notifications/message', params: { level } });
const updated = (uri: string) => ({ method: 'notifications/resources/updated', params: { uri } });

it('tells each session of the log and of the resources that it wants', async () => {
  await using opened = await openGateway();
  const { client, server } = opened;
  const [one, two] = [await client.session(), await client.session()];
  const streams = [
    await client.begin({ method: 'GET', headers: one }),
    await client.begin({ method: 'GET', headers: two }),
  ];
  await client.send({ headers: one, body: rpc(1, 'logging/setLevel', { level: 'warning' }) });
  const subscribe = rpc(2, 'resources/subscribe', { uri: 'a:dir' });
  expect(JSON.parse((await client.send({ headers: one, body: subscribe })).body)).toMatchObject({
    result: {},
  });
  expect(server.requirements).toEqual([{ level: 'warning', uris: ['a:dir'] }, {}]);
  expect(server.asked).toEqual([{ method: 'resources/subscribe', params: { uri: 'a:dir' } }]);
  const all = [
    message('debug'),
    message('info'),
    message('error'),
    updated('a:dir/x'),
    updated('a:directory'),
  ];
  for (const one of all) server.notifications.fire(one);
  opened.tokens.revoke(opened.token);
  const told = async (at: number): Promise<unknown[]> =>
    eventsOf((await streams[at]?.end) ?? { status: 0, headers: {}, body: '' });
  const sent = (one: object): object => ({ jsonrpc: '2.0', ...one });
  expect(await told(0)).toEqual([message('error'), updated('a:dir/x')].map(sent));
  expect(await told(1)).toEqual([message('info'), message('error')].map(sent));
  expect(server.requirements).toHaveLength(0);
});

it('tells a client of its own tasks alone, also where the news come before the result', () => {
  const server = new TestServer('user/one');
  const status = (taskId: string) => ({ method: 'notifications/tasks/status', params: { taskId } });
  const told: unknown[] = [];
  const subscriptions = new ClientSubscriptions((one) => told.push(one), new SeenIds());
  subscriptions.follow(server);
  server.notifications.fire(status('mine'));
  server.notifications.fire(status('of another'));
  expect(told).toEqual([]);
  subscriptions.noteIds({ task: { taskId: 'mine' } });
  server.notifications.fire(status('mine'));
  expect(told).toEqual([status('mine'), status('mine')]);
  subscriptions.dispose();
});

it('refuses to subscribe to what the server refuses', async () => {
  await using opened = await openGateway();
  const { client, server } = opened;
  const headers = await client.session();
  const body = rpc(2, 'resources/subscribe', { uri: 'a:1' });
  const subscribed = async (): Promise<unknown> =>
    JSON.parse((await client.send({ headers, body })).body);
  const refusal = { code: -32002, message: 'Resource not found' };
  const error = { ...refusal, data: { uri: 'a:1' } };
  server.respond = () => Promise.reject(new UserError('serverError', refusal, { cause: error }));
  expect(await subscribed()).toEqual({ jsonrpc: '2.0', id: 2, error });
  server.respond = async () => ({});
  server.greeted = { ...handshake, capabilities: { resources: {} } };
  expect(await subscribed()).toMatchObject({ error: { code: -32601 } });
  expect(server.requirements).toEqual([{}]);
  server.greeted = { ...handshake, era: 'modern' };
  expect(await subscribed()).toMatchObject({ result: {} });
  expect(server.requirements).toEqual([{ uris: ['a:1'] }]);
  expect(server.asked).toHaveLength(1);
});

it('refuses a level that does not exist', async () => {
  await using opened = await openGateway();
  const headers = await opened.client.session();
  const body = rpc(1, 'logging/setLevel', { level: 'loud' });
  expect(JSON.parse((await opened.client.send({ headers, body })).body)).toMatchObject({
    error: { code: -32602 },
  });
});

it('passes what a client tells on to the server', async () => {
  await using opened = await openGateway();
  const headers = await opened.client.session();
  const told = { method: 'notifications/vendor/news', params: { a: 1 } };
  const body = rpc(undefined, told.method, told.params);
  await opened.client.send({ headers, body });
  await opened.client.send({ headers, body: rpc(undefined, 'notifications/initialized') });
  expect(opened.server.told).toEqual([told]);
});
