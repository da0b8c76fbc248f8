import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { RequestOptions } from '../../../../src/connection/connection';
import { Tokens } from '../../../../src/gateway/tokens';
import { openGateway } from '../../../support/gateway/openGateway';
import { eventsOf, RawClient, rpc, type RawResponse } from '../../../support/gateway/rawClient';
import { catalogOf, TestServer } from '../../../support/gateway/testServer';

describe('what comes unasked', () => {
  it('tells of each list that changed, also of what changed before the stream', async () => {
    await using opened = await openGateway();
    const { catalog } = opened.server;
    const headers = await opened.client.session();
    catalog.value = { ...catalogOf('first', 'second'), prompts: [{ name: 'p' }] };
    const stream = await opened.client.begin({ method: 'GET', headers });
    catalog.value = undefined;
    catalog.value = catalogOf('first', 'second');
    catalog.value = { ...catalogOf('first', 'second') };
    catalog.value = { ...catalogOf('first', 'second'), resourceTemplates: [{ uriTemplate: 'x' }] };
    await opened.client.send({ method: 'DELETE', headers });
    expect(methodsOf(await stream.end)).toEqual([
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
    ]);
  });

  it('passes the server’s notifications to every session, on its newest stream', async () => {
    await using opened = await openGateway();
    const { notifications } = opened.server;
    const [one, two] = [await opened.client.session(), await opened.client.session()];
    const old = await opened.client.begin({ method: 'GET', headers: one });
    const streams = [
      await opened.client.begin({ method: 'GET', headers: one }),
      await opened.client.begin({ method: 'GET', headers: two }),
    ];
    expect(eventsOf(await old.end)).toEqual([]);
    const told = { method: 'notifications/vendor/thing', params: { taskId: 't', x: 1 } };
    notifications.fire(told);
    opened.tokens.revoke(opened.token);
    for (const { end } of streams)
      expect(eventsOf(await end)).toEqual([{ jsonrpc: '2.0', ...told }]);
    notifications.fire(told);
  });

  it('leaves out log entries for a client that does not read, and nothing else', async () => {
    await using opened = await openGateway();
    const { notifications } = opened.server;
    const headers = await opened.client.session();
    const { end } = await opened.client.begin({ method: 'GET', headers });
    const long = { method: 'notifications/vendor/long', params: { text: 'x'.repeat(2_000_000) } };
    const told = { method: 'notifications/vendor/thing', params: {} };
    // All in one turn, in which nothing is read.
    notifications.fire(long);
    notifications.fire({ method: 'notifications/message', params: { level: 'error', data: 1 } });
    notifications.fire(told);
    opened.tokens.revoke(opened.token);
    expect(methodsOf(await end)).toEqual([long.method, told.method]);
  });

  it('ends when nobody declares its server any more', async () => {
    await using opened = await openGateway();
    const { client, server } = opened;
    const headers = await client.session();
    const { end } = await client.begin({ method: 'GET', headers });
    server.releasing.abort();
    server.notifications.fire({ method: 'notifications/late', params: {} });
    expect(eventsOf(await end)).toEqual([]);
    expect(getEventListeners(server.released, 'abort')).toEqual([]);
  });

  it('leaves nothing behind at its server when it closes', async () => {
    await using opened = await openGateway();
    const { client, server } = opened;
    const headers = await client.session();
    const { end } = await client.begin({ method: 'GET', headers });
    expect(getEventListeners(server.released, 'abort')).toHaveLength(1);
    await client.send({ method: 'DELETE', headers });
    await end;
    await expect.poll(() => getEventListeners(server.released, 'abort')).toEqual([]);
  });

  it('tells progress of a task there, once its call has its answer', async () => {
    await using opened = await openGateway();
    const headers = await opened.client.session();
    const stream = await opened.client.begin({ method: 'GET', headers });
    let tell: RequestOptions['onProgress'];
    opened.server.respond = async (_params, { onProgress }) => {
      onProgress?.({ progress: 1 });
      tell = onProgress;
      return { task: { taskId: 't' } };
    };
    const params = { name: 'first', task: {}, _meta: { progressToken: 'mine' } };
    const call = await opened.client.send({ headers, body: rpc(2, 'tools/call', params) });
    tell?.({ progress: 2 });
    opened.tokens.revoke(opened.token);
    const told = (progress: number) => ({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progress, progressToken: 'mine' },
    });
    expect(eventsOf(call)).toMatchObject([told(1), { id: 2 }]);
    expect(eventsOf(await stream.end)).toEqual([told(2)]);
    tell?.({ progress: 3 });
  });

  it('follows the server that takes the place of the first', async () => {
    const places = [new TestServer('user/one'), new TestServer('user/one')];
    let place = 0;
    const tokens = new Tokens();
    const token = tokens.issue(() => places[place]);
    await using opened = await openGateway({ access: tokens });
    const client = new RawClient(opened.gateway, token, 'user/one');
    const headers = await client.session();
    const stream = await client.begin({ method: 'GET', headers });
    place = 1;
    const [first, second] = places;
    if (second) second.catalog.value = catalogOf('another');
    await client.send({ headers, body: rpc(2, 'ping') });
    first?.notifications.fire({ method: 'notifications/of/first', params: {} });
    second?.notifications.fire({ method: 'notifications/of/second', params: {} });
    tokens.revoke(token);
    expect(methodsOf(await stream.end)).toEqual([
      'notifications/tools/list_changed',
      'notifications/of/second',
    ]);
  });
});

it('a client sees, follows and cancels its own tasks, and nobody else’s', async () => {
  await using opened = await openGateway();
  // Knows the tasks of everybody, and gives each client a new one.
  const ids: string[] = [];
  opened.server.respond = async ({ task, taskId }) => {
    if (task) {
      ids.push(`task ${ids.length + 1}`);
      return { task: { taskId: ids.at(-1), status: 'working' } };
    }
    if (taskId !== undefined) return { taskId, status: 'working' };
    return { tasks: ids.map((id) => ({ taskId: id, status: 'working' })), nextCursor: 'more' };
  };
  const [mine, others] = [await opened.client.session(), await opened.client.session()];
  for (const headers of [mine, others]) {
    await opened.client.ask(headers, 'tools/call', { name: 'first', task: {} });
  }
  expect(await opened.client.ask(mine, 'tasks/list')).toMatchObject({
    result: { tasks: [{ taskId: 'task 1' }], nextCursor: 'more' },
  });
  expect((await opened.client.ask(others, 'tasks/list')).result.tasks).toMatchObject([
    { taskId: 'task 2' },
  ]);
  for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
    const taskId = 'task 1';
    expect(await opened.client.ask(mine, method, { taskId })).toMatchObject({ result: { taskId } });
    const before = opened.server.asked.length;
    expect(await opened.client.ask(others, method, { taskId })).toMatchObject({
      error: { code: -32602, message: 'Task not found' },
    });
    expect(opened.server.asked).toHaveLength(before);
  }
});

it.each([
  ['tasks/get', { taskId: { toString: 1 } }, -32602],
  ['resources/unsubscribe', { uri: { toString: 1 } }, undefined],
])('%s of what is no text breaks nothing', async (method, params, code) => {
  await using opened = await openGateway();
  const headers = await opened.client.session();
  const { error } = await opened.client.ask(headers, method, params);
  expect(error?.code).toBe(code);
});

function methodsOf(response: RawResponse): string[] {
  return eventsOf(response).map((event) => (event as { method: string }).method);
}
