import { describe, expect, it, vi } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { honoured, Subscription } from '../../../../src/gateway/modern/subscription';
import type { McpObject } from '../../../../src/ipc/state';
import { openGateway } from '../../../support/gateway/openGateway';
import { eventsOf, metaPrefix, modernRequest } from '../../../support/gateway/rawClient';
import { catalogOf, handshake, TestServer } from '../../../support/gateway/testServer';

type Opened = Awaited<ReturnType<typeof openGateway>>;

const listen = ({ client }: Opened, notifications: object) =>
  client.begin(modernRequest('subscriptions/listen', { notifications }, {}, 'mine'));
const watching = { resourceSubscriptions: ['a:1'] };

describe('a subscription at the gateway', () => {
  it('starts the server for its resources, and for nothing else', async () => {
    await using opened = await openGateway();
    const { server } = opened;
    await listen(opened, { toolsListChanged: true, resourceSubscriptions: [] });
    expect(server.starts).toBe(0);
    await listen(opened, watching);
    expect(server.urgencies).toEqual(['background']);
    expect(server.requirements.map(({ uris }) => uris)).toContainEqual(['a:1']);
  });

  it.each([
    ['is known', catalogOf('first')],
    ['is not known yet', undefined],
  ])('tells of what its own start changes in a catalog that %s', async (_what, known) => {
    await using opened = await openGateway();
    const { server } = opened;
    server.catalog.value = known;
    const start = server.connection.bind(server);
    server.connection = async () => {
      server.catalog.value = catalogOf('first', 'second');
      return start();
    };
    const { end } = await listen(opened, { toolsListChanged: true, ...watching });
    server.releasing.abort();
    expect(eventsOf(await end).slice(1, -1)).toMatchObject([
      { method: 'notifications/tools/list_changed' },
    ]);
  });

  it.each([
    ['comes up later', () => new Promise<never>(() => undefined)],
    ['does not come up', () => Promise.reject(new UserError('notApproved', { server: 'one' }))],
  ])('is acknowledged at once where the server %s', async (_how, start) => {
    await using opened = await openGateway();
    const { server } = opened;
    const connection = vi.spyOn(server, 'connection').mockImplementation(start);
    const notifications = { resourceSubscriptions: ['a:1', 'a:2'] };
    const { end } = await listen(opened, notifications);
    await vi.waitFor(() => expect(connection).toHaveBeenCalledOnce());
    expect(server.requirements).toContainEqual({ uris: ['a:1', 'a:2'] });
    server.releasing.abort();
    expect(eventsOf(await end)).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications } },
      { result: { resultType: 'complete' } },
    ]);
  });

  it('is refused where nothing is known of a server that cannot run', async () => {
    await using opened = await openGateway();
    opened.server.handshake.value = undefined;
    opened.server.failure = new UserError('notApproved', { server: 'one' });
    const { body } = await (await listen(opened, watching)).end;
    expect(JSON.parse(body)).toMatchObject({
      id: 'mine',
      error: { data: { code: 'notApproved' } },
    });
    expect(opened.server.requirements).toHaveLength(0);
  });

  it('ends when nobody declares its server any more', async () => {
    await using opened = await openGateway();
    const { end } = await listen(opened, watching);
    opened.server.releasing.abort();
    const subscriptionId = { [`${metaPrefix}subscriptionId`]: 'mine' };
    expect(eventsOf(await end).at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 'mine',
      result: { resultType: 'complete', _meta: subscriptionId },
    });
    expect(opened.server.requirements).toHaveLength(0);
  });

  it.each([
    [401, ({ tokens, token }: Opened) => tokens.revoke(token)],
    [404, ({ server }: Opened) => server.releasing.abort()],
  ])('does not begin after what it waited for: %i', async (status, happens) => {
    await using opened = await openGateway();
    const { server } = opened;
    server.handshake.value = undefined;
    const start = server.connection.bind(server);
    server.connection = async () => {
      happens(opened);
      server.handshake.value = handshake;
      return start();
    };
    const { end } = await listen(opened, { toolsListChanged: true });
    expect((await end).status).toBe(status);
  });
});

const listening = (notifications: unknown) => ({
  jsonrpc: '2.0' as const,
  id: 'mine',
  method: 'subscriptions/listen',
  params: { notifications },
});

describe('what is acknowledged', () => {
  const all = { tools: {}, prompts: {}, resources: { subscribe: true } };
  const [tools, uris] = [{ toolsListChanged: true }, { resourceSubscriptions: ['a:1'] }];

  it.each<[string, unknown, McpObject, McpObject]>([
    ['nothing without a filter', undefined, all, {}],
    ['nothing of a filter that is none', [true], all, {}],
    ['a list that the server has', tools, all, tools],
    ['no list that the server has not', tools, { prompts: {} }, {}],
    ['no list that is not clearly wanted', { toolsListChanged: 'yes' }, all, {}],
    [
      'each list by its own name',
      { promptsListChanged: true, resourcesListChanged: true },
      all,
      { promptsListChanged: true, resourcesListChanged: true },
    ],
    ['resources', uris, all, uris],
    ['no resource but by its URI', { resourceSubscriptions: ['a:1', 2, null] }, all, uris],
    ['no resource where there is no list of them', { resourceSubscriptions: 'a:1' }, all, {}],
    ['no resource where the server has none to watch', uris, { resources: {} }, {}],
    ['no resource where the server says it in another way', uris, { resources: true }, {}],
    ['nothing that nobody knows', { ...tools, vendor: true }, all, tools],
  ])('is %s', (_what, filter, capabilities, expected) => {
    expect(honoured(listening(filter), { ...handshake, capabilities })).toEqual(expected);
  });
});

describe('a subscription', () => {
  const _meta = { [`${metaPrefix}subscriptionId`]: 'mine' };
  const notified = (method: string, params: McpObject = {}) => ({
    jsonrpc: '2.0',
    method: `notifications/${method}`,
    params: { ...params, _meta: { ...(params['_meta'] as object | undefined), ..._meta } },
  });
  const updated = (uri: string, more = {}) => ({
    method: 'notifications/resources/updated',
    params: { uri, ...more },
  });

  /** A subscription with all that its stream gets after the acknowledgement. */
  function subscribe(notifications: McpObject) {
    const server = new TestServer('user/one');
    const sent: McpObject[] = [];
    const stream = {
      ends: 0,
      close: (): void => undefined,
      send: (message: string) => void sent.push(JSON.parse(message) as McpObject),
      end: () => void (stream.ends += 1),
      onClose: (listener: () => void) => void (stream.close = listener),
    };
    const subscription = new Subscription(listening({}), stream, server, notifications);
    expect(sent.shift()).toEqual(notified('subscriptions/acknowledged', { notifications }));
    return { server, sent, stream, subscription };
  }

  it('notifies of the lists that it has, as they change', () => {
    const { server, sent, subscription } = subscribe({
      promptsListChanged: true,
      resourcesListChanged: true,
    });
    server.catalog.value = catalogOf('another');
    server.catalog.value = { ...catalogOf('another'), prompts: [{ name: 'p' }] };
    server.catalog.value = { ...catalogOf('another'), resourceTemplates: [{ uriTemplate: 'x' }] };
    expect(sent).toEqual([
      notified('prompts/list_changed'),
      notified('prompts/list_changed'),
      notified('resources/list_changed'),
    ]);
    subscription.dispose();
  });

  it('notifies of its resources, with every field, and of nothing else', () => {
    const { server, sent, subscription } = subscribe({ resourceSubscriptions: ['a:1', 'a:dir'] });
    expect(server.requirements).toEqual([{ uris: ['a:1', 'a:dir'] }]);
    const more = { title: 'One', _meta: { vendor: 1 } };
    server.notifications.fire(updated('a:1', more));
    server.notifications.fire(updated('a:2'));
    server.notifications.fire(updated('a:dir/x'));
    server.notifications.fire({ method: 'notifications/message', params: { level: 'emergency' } });
    server.notifications.fire({ method: 'notifications/vendor/thing', params: {} });
    server.catalog.value = catalogOf('another');
    expect(sent).toEqual([
      notified('resources/updated', { uri: 'a:1', ...more }),
      notified('resources/updated', { uri: 'a:dir/x' }),
    ]);
    subscription.dispose();
  });

  it('says once that it ends, and leaves nothing behind', () => {
    const { server, sent, stream, subscription } = subscribe({
      toolsListChanged: true,
      resourceSubscriptions: ['a:1'],
    });
    subscription.dispose();
    subscription.dispose();
    server.notifications.fire(updated('a:1'));
    server.catalog.value = catalogOf('another');
    const result = { resultType: 'complete', _meta };
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 'mine', result }]);
    expect([stream.ends, server.requirements]).toEqual([1, []]);
  });

  it('says nothing more once its client has left', () => {
    const { server, sent, stream, subscription } = subscribe({
      toolsListChanged: true,
      resourceSubscriptions: ['a:1'],
    });
    stream.close();
    server.notifications.fire(updated('a:1'));
    server.catalog.value = catalogOf('another');
    subscription.dispose();
    expect([sent, stream.ends, server.requirements]).toEqual([[], 0, []]);
  });
});
