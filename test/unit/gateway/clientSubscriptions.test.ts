import { expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors';
import type { Catalog, McpObject } from '../../../src/ipc/state';
import { CatalogWatch, SeenIds } from '../../../src/gateway/clientSubscriptions';
import { openGateway } from '../../support/gateway/openGateway';
import { eventsOf, rpc } from '../../support/gateway/rawClient';
import { catalogOf, handshake, TestServer } from '../../support/gateway/testServer';

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
  await client.ask(one, 'logging/setLevel', { level: 'warning' });
  const granted = await client.ask(one, 'resources/subscribe', { uri: 'a:dir' });
  expect(granted).toMatchObject({ result: {} });
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
  const received = await Promise.all(streams.map(async ({ end }) => eventsOf(await end)));
  const sent = (one: object): object => ({ jsonrpc: '2.0', ...one });
  expect(received).toEqual([
    [message('error'), updated('a:dir/x')].map(sent),
    [message('info'), message('error')].map(sent),
  ]);
  expect(server.requirements).toHaveLength(0);
});

it('refuses to subscribe to what the server refuses', async () => {
  await using opened = await openGateway();
  const { client, server } = opened;
  const headers = await client.session();
  const subscribed = (): Promise<unknown> =>
    client.ask(headers, 'resources/subscribe', { uri: 'a:1' });
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
  const { client } = opened;
  const answer = client.ask(await client.session(), 'logging/setLevel', { level: 'loud' });
  expect(await answer).toMatchObject({ error: { code: -32602 } });
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

const status = (taskId: unknown, more = {}) => ({
  method: 'notifications/tasks/status',
  params: { taskId, ...more },
});
const complete = (elicitationId: string) => ({
  method: 'notifications/elicitation/complete',
  params: { elicitationId },
});

it.each<[string, McpObject]>([
  ['a task that began', { task: { taskId: 'a', status: 'working' } }],
  ['a task of the modern era, or one that was asked for', { taskId: 'a' }],
  ['a list of tasks', { tasks: [{ taskId: 'b' }, { taskId: 'a' }] }],
  ['what belongs to one', { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'a' } } }],
])('%s is seen', (_what, told) => {
  const seen = new SeenIds();
  expect(seen.concerns(status('a'))).toBe(false);
  seen.note(told);
  expect(seen.concerns(status('a'))).toBe(true);
  expect(seen.concerns(status('c'))).toBe(false);
  expect(seen.concerns(complete('a'))).toBe(false);
});

it('elicitations are seen in questions and in errors that want some first', () => {
  const seen = new SeenIds();
  seen.note({ mode: 'url', elicitationId: 'a' });
  seen.note({ elicitations: [{ elicitationId: 'b' }, null] });
  expect(['a', 'b', 'c'].map((id) => seen.concerns(complete(id)))).toEqual([true, true, false]);
});

it('what was told too early is told once its id is seen, the last of it, once', () => {
  const seen = new SeenIds();
  const [first, last] = [status('a', { step: 1 }), status('a', { step: 2 })];
  for (const told of [first, last, status('b')]) expect(seen.concerns(told)).toBe(false);
  expect(seen.note({ taskId: 'a' })).toEqual([last]);
  expect(seen.note({ taskId: 'a' })).toEqual([]);
});

it('everything else concerns everybody, whatever it is', () => {
  const seen = new SeenIds();
  expect(seen.concerns({ method: 'vendor/thing', params: { taskId: 'a' } })).toBe(true);
  expect(seen.concerns(status(7))).toBe(true);
  for (const odd of [undefined, null, 1, [], { task: 1, tasks: {} }]) {
    expect(seen.note(odd)).toEqual([]);
  }
});

it('tells of a task only the session that has to do with it, also where the news come first', async () => {
  await using opened = await openGateway();
  const { client, server, tokens, token } = opened;
  const sessions = [await client.session(), await client.session()];
  const streams = await Promise.all(
    sessions.map((headers) => client.begin({ method: 'GET', headers })),
  );
  const [mine] = sessions;
  server.respond = async () => {
    server.notifications.fire(status('of one'));
    return { task: { taskId: 'of one' } };
  };
  await client.call(mine ?? {});
  server.notifications.fire(status('of nobody'));
  server.notifications.fire(status('of one'));
  tokens.revoke(token);
  const told = await Promise.all(streams.map(async ({ end }) => eventsOf(await end)));
  const sent = { jsonrpc: '2.0', ...status('of one') };
  expect(told).toEqual([[sent, sent], []]);
});

it('tells of an elicitation only the session that was asked, or refused for it', async () => {
  await using opened = await openGateway();
  const { client, server, tokens, token } = opened;
  const capabilities = { elicitation: { url: {} } };
  const [one, two] = [await client.session(capabilities), await client.session(capabilities)];
  const streams = [
    await client.begin({ method: 'GET', headers: one }),
    await client.begin({ method: 'GET', headers: two }),
  ];
  server.respond = async (_params, { answer }) => {
    const params = { mode: 'url', elicitationId: 'asked', url: 'https://a.test', message: 'Go' };
    const question = { method: 'elicitation/create', params } as const;
    return (await answer?.(question, new AbortController().signal)) ?? {};
  };
  const result = { action: 'accept' };
  const onEvent = ({ id }: McpObject): void =>
    void client.send({ headers: one, body: { jsonrpc: '2.0', id, result } });
  await client.call(one, onEvent);
  const data = { elicitations: [{ mode: 'url', elicitationId: 'wanted' }] };
  const refusal = { code: -32042, message: 'Open the page' };
  server.respond = () =>
    Promise.reject(new UserError('serverError', refusal, { cause: { ...refusal, data } }));
  await client.call(two);
  for (const id of ['asked', 'wanted']) server.notifications.fire(complete(id));
  tokens.revoke(token);
  const told = await Promise.all(streams.map(async ({ end }) => eventsOf(await end)));
  expect(told).toMatchObject([[complete('asked')], [complete('wanted')]]);
});

it('compares the catalogs of a server once, however many watch it', () => {
  const server = new TestServer('user/one');
  let looks = 0;
  const counted = (name: string): Catalog => {
    const toJSON = (): string => ((looks += 1), name);
    return { ...catalogOf(), tools: [{ name, inputSchema: {}, toJSON }] };
  };
  server.catalog.value = counted('first');
  const told: string[] = [];
  const watches = [1, 2, 3].map(() => new CatalogWatch((list) => told.push(list)));
  for (const watch of watches) watch.follow(server);
  server.catalog.value = counted('second');
  expect(told).toEqual(['tools', 'tools', 'tools']);
  expect(looks).toBe(2);
  for (const watch of watches) watch.dispose();
});
