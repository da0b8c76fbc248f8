import { isSpecType } from '@modelcontextprotocol/client';
import {
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import type { GuardOptions } from '../../../../src/tools/callGuard';
import type { CallRecord } from '../../../../src/ipc/calls';
import type { Catalog } from '../../../../src/ipc/state';
import type { GatewayServer } from '../../../../src/gateway/gatewayServer';
import { CatalogWatch } from '../../../../src/gateway/clientSubscriptions';
import { MergedServer } from '../../../../src/gateway/merged/mergedServer';
import { openGateway } from '../../../support/gateway/openGateway';
import { eventsOf, messageOf, modernRequest, rpc } from '../../../support/gateway/rawClient';
import { catalogOf, handshake as greeted, TestServer } from '../../../support/gateway/testServer';

const never = new AbortController().signal;

function merged(...servers: GatewayServer[]) {
  const members = signal<readonly GatewayServer[]>(servers);
  const noted: CallRecord[] = [];
  const calls: GuardOptions = {
    log: { add: (record) => void noted.push(record()) },
    approve: async () => 'nobody',
  };
  return {
    members,
    noted,
    server: new MergedServer(members, never, {
      guardOptions: calls,
      waits: { list: 50, name: 50 },
    }),
  };
}

/** A client that has said hello, as an external client who has this server. */
async function enter(
  { tokens, client }: Awaited<ReturnType<typeof openGateway>>,
  server: MergedServer,
) {
  const token = tokens.issueToExternalClient((id) => (id === server.id ? server : undefined));
  const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
  const send = (body: object) => client.send({ path: '/mcp', headers, body });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} };
  const greeted = await send(rpc(1, 'initialize', params));
  headers['Mcp-Session-Id'] = String(greeted.headers['mcp-session-id']);
  return { token, headers, send };
}

const namesOf = ({ catalog }: GatewayServer): string[] | undefined =>
  catalog.peek()?.tools.map(({ name }) => name);

test('tools and prompts have the names of their servers, and calls go to these', () => {
  const [till, notes] = [new TestServer('user/till'), new TestServer('user/notes')];
  till.catalog.value = { ...catalogOf('pay', 'refund'), prompts: [{ name: 'greet' }] };
  notes.catalog.value = catalogOf('find');
  const { server } = merged(till, notes);
  expect(namesOf(server)).toEqual(['till_pay', 'till_refund', 'notes_find']);
  const call = { name: 'notes_find', arguments: { text: 'x' } };
  expect(server.route('tools/call', call)).toMatchObject({
    server: notes,
    params: { name: 'find', arguments: { text: 'x' } },
  });
  expect(server.route('prompts/get', { name: 'till_greet' }).params).toEqual({ name: 'greet' });
  const ref = { type: 'ref/prompt', name: 'till_greet' };
  const completed = server.route('completion/complete', { ref, argument: {} });
  expect(completed.params['ref']).toEqual({ type: 'ref/prompt', name: 'greet' });
});

test('a resource is of who lists it, else of whose template fits, else of who alone has others of its kind', () => {
  const [a, b] = [new TestServer('user/a'), new TestServer('user/b')];
  const lists: Partial<Catalog> = { resources: [{ uri: 'shop://prices' }] };
  a.catalog.value = { ...catalogOf(), ...lists };
  b.catalog.value = {
    ...catalogOf(),
    ...lists,
    resourceTemplates: [{ uriTemplate: 'note://{year}/{name}.md' }],
  };
  const { server } = merged(a, b);
  const ownerOf = (uri: string) => server.route('resources/read', { uri }).server.id;
  expect(server.catalog.peek()?.resources).toEqual([{ uri: 'shop://prices' }]);
  expect(ownerOf('shop://prices')).toBe('user/a');
  expect(ownerOf('note://2026/today.md')).toBe('user/b');
  expect(ownerOf('note://2026')).toBe('user/b');
  expect(() => ownerOf('shop://stock')).toThrow('Resource not found');
  expect(() => ownerOf('mail://inbox')).toThrow('Resource not found');
});

test('no server takes the resources of others by a template for everything, nor by listing them later', () => {
  const [a, b] = [new TestServer('user/a'), new TestServer('user/b')];
  const greedy = ['{+path}', 'note://{+path}'].map((uriTemplate) => ({ name: 'x', uriTemplate }));
  a.catalog.value = { ...catalogOf(), resourceTemplates: greedy };
  b.catalog.value = {
    ...catalogOf(),
    resources: [{ uri: 'shop://prices' }],
    resourceTemplates: [{ name: 'y', uriTemplate: 'note://mine/{name}' }],
  };
  const { server } = merged(a, b);
  const ownerOf = (uri: string) => server.route('resources/read', { uri }).server.id;
  expect(() => ownerOf('mail://inbox')).toThrow('Resource not found');
  expect(ownerOf('note://mine/today')).toBe('user/b');
  expect(ownerOf('note://yours/today')).toBe('user/a');
  expect(ownerOf('shop://prices')).toBe('user/b');
  a.catalog.value = { ...catalogOf(), resources: [{ uri: 'shop://prices' }] };
  expect(ownerOf('shop://prices')).toBe('user/b');
  b.catalog.value = catalogOf();
  expect(ownerOf('shop://prices')).toBe('user/a');
});

test('odd items of one server take no list from a client', async () => {
  const [odd, notes] = [new TestServer('user/odd'), new TestServer('user/notes')];
  const inputSchema = { type: 'object' };
  const output = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  const tool = (name: string, fields: object) => ({ name, inputSchema, ...fields });
  const outputs = {
    good: output,
    list: { type: 'array', items: {} },
    either: { anyOf: [output, { type: 'null' }] },
    null: null,
    remote: { type: 'object', properties: { a: { $ref: 'https://schemas.invalid/a.json' } } },
    pattern: { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
  };
  odd.catalog.value = {
    ...catalogOf(),
    tools: [
      ...Object.entries(outputs).map(([name, outputSchema]) => tool(name, { outputSchema })),
      tool('annotated', { annotations: { readOnlyHint: null, title: 'A' }, _meta: null, icons: 7 }),
      { name: 'bare' },
      tool('typeless', { inputSchema: { properties: { a: true, b: {} }, required: 'b' } }),
      tool('listed', { inputSchema: { type: 'array' } }),
    ],
    prompts: [
      { name: 'p', title: null, arguments: [{ name: 'a', description: null }] },
      { name: 'q', arguments: [null] },
    ],
    resources: [
      { uri: 'odd://a', mimeType: null },
      { uri: 'odd://b', name: 'b', annotations: { priority: 7, lastModified: 'today' } },
    ],
    resourceTemplates: [{ uriTemplate: 'odd://{a}', description: null }],
  };
  const { server } = merged(odd, notes);
  await using open = await openGateway();
  const { token, send } = await enter(open, server);
  const listed = async (method: string): Promise<unknown> =>
    messageOf(await send(rpc(2, method))).result;
  const { tools } = ListToolsResultSchema.parse(await listed('tools/list'));
  expect(
    tools.map(({ name, inputSchema: own, outputSchema }) => [name, own, outputSchema]),
  ).toEqual([
    ['odd_good', inputSchema, output],
    ...Object.keys(outputs)
      .slice(1)
      .map((name) => [`odd_${name}`, inputSchema, undefined]),
    ['odd_annotated', inputSchema, undefined],
    ['odd_bare', inputSchema, undefined],
    ['odd_typeless', { type: 'object', properties: { a: {}, b: {} } }, undefined],
    ['notes_first', inputSchema, undefined],
  ]);
  expect(tools[6]?.annotations).toEqual({ title: 'A' });
  const { prompts } = ListPromptsResultSchema.parse(await listed('prompts/list'));
  expect(prompts.map((prompt) => [prompt.name, prompt.arguments])).toEqual([
    ['odd_p', [{ name: 'a' }]],
    ['odd_q', undefined],
  ]);
  expect(ListResourcesResultSchema.parse(await listed('resources/list')).resources).toEqual([
    { uri: 'odd://a', name: 'odd://a' },
    { uri: 'odd://b', name: 'b', annotations: {} },
  ]);
  const templates = await listed('resources/templates/list');
  expect(ListResourceTemplatesResultSchema.parse(templates).resourceTemplates).toEqual([
    { uriTemplate: 'odd://{a}', name: 'odd://{a}' },
  ]);
  const modern = modernRequest('tools/list');
  const headers = { ...modern.headers, Authorization: `Bearer ${token}` };
  const whole: unknown = messageOf(
    await open.client.send({ path: '/mcp', ...modern, headers }),
  ).result;
  expect(isSpecType.ListToolsResult(whole)).toBe(true);
  expect(whole).toHaveProperty('tools.1.outputSchema', outputs.list);
});

test('a tool that runs as a task is none for a client that is not offered tasks', async () => {
  const till = new TestServer('user/till');
  const tasks = { requests: { tools: { call: {} } } };
  till.handshake.value = { ...greeted, capabilities: { tools: {}, tasks } };
  const execution = { taskSupport: 'required' };
  till.catalog.value = {
    ...catalogOf(),
    tools: [{ name: 'dig', inputSchema: { type: 'object' }, execution }],
  };
  const { server } = merged(till);
  await using open = await openGateway({}, till);
  const { send } = await enter(open, server);
  const toolOf = ({ result }: { result: { tools: unknown[] } }): unknown => result.tools[0];
  const whole = toolOf(messageOf(await send(rpc(2, 'tools/list'))));
  expect(whole).toEqual({ name: 'till_dig', title: 'dig', inputSchema: { type: 'object' } });
  const own = await open.client.session();
  expect(toolOf(await open.client.ask(own, 'tools/list'))).toMatchObject({ execution });
  const chat = { ...own, 'Roundhouse-Client': 'chat' };
  expect(toolOf(await open.client.ask(chat, 'tools/list'))).not.toHaveProperty('execution');
  const modern = await open.client.send(modernRequest('tools/list'));
  expect(toolOf(messageOf(modern))).not.toHaveProperty('execution');
});

test('a result of the legacy era is an object, whatever the server gives', async () => {
  const till = new TestServer('user/till');
  const { server } = merged(till);
  await using open = await openGateway();
  const { send } = await enter(open, server);
  const resultOf = async (result: object): Promise<unknown> => {
    till.respond = async () => ({ ...result });
    return messageOf(await send(rpc(2, 'tools/call', { name: 'till_first' }))).result;
  };
  const content = [{ type: 'text', text: 'two' }];
  expect(await resultOf({ content, structuredContent: { n: 2 } })).toEqual({
    content,
    structuredContent: { n: 2 },
  });
  expect(await resultOf({ content, structuredContent: [2] })).toEqual({ content });
  const text = (json: string) => ({ content: [{ type: 'text', text: json }] });
  expect(await resultOf({ structuredContent: [2] })).toEqual(text('[2]'));
  expect(await resultOf({ content: [], structuredContent: null })).toEqual(text('null'));
});

test('what is watched is watched at whose it is by now, and nobody else tells of it', () => {
  const [a, b] = [new TestServer('user/a'), new TestServer('user/b')];
  b.catalog.value = undefined;
  const { server } = merged(a, b);
  const told: string[] = [];
  const listening = server.onNotification(({ params }) => told.push(String(params['uri'])));
  const listener = server.listen(signal({ watched: ['b://x'] }));
  expect(b.requirements).toEqual([{}]);
  b.catalog.value = { ...catalogOf(), resources: [{ uri: 'b://x' }] };
  expect(b.requirements).toEqual([{ uris: ['b://x'] }]);
  const update = { method: 'notifications/resources/updated', params: { uri: 'b://x' } };
  a.notifications.fire(update);
  expect(told).toEqual([]);
  b.notifications.fire(update);
  expect(told).toEqual(['b://x']);
  b.catalog.value = catalogOf();
  expect(b.requirements).toEqual([{}]);
  listener.dispose();
  listening.dispose();
});

test('an unknown tool is refused with the nearest that there are', () => {
  const { server } = merged(new TestServer('user/till'));
  const call = (): unknown => server.route('tools/call', { name: 'till_frist' });
  expect(call).toThrow(UserError);
  expect(call).toThrow('till_first');
  expect(() => server.route('tasks/list', {})).toThrow('-32601');
});

test('what a server refuses proposes its tools by the names that they have here', async () => {
  const [till, notes] = [new TestServer('user/till'), new TestServer('user/notes')];
  till.catalog.value = catalogOf('pay', 'refund');
  till.refusals.set('pay', { code: 'toolOff' });
  const { server } = merged(till, notes);
  await using open = await openGateway();
  const { send } = await enter(open, server);
  const refused = await send(rpc(2, 'tools/call', { name: 'till_pay' }));
  expect(JSON.parse(refused.body)).toMatchObject({
    error: { data: { code: 'toolOff', args: { valid: ['till_pay', 'till_refund'] } } },
  });
});

test('lists wait for servers that were never known, and for none that does not come up', async () => {
  const [slow, broken, late] = ['slow', 'broken', 'late'].map((name) => {
    const server = new TestServer(`user/${name}`);
    server.catalog.value = undefined;
    return server;
  }) as [TestServer, TestServer, TestServer];
  broken.failure = new UserError('notStartedByItself', { server: 'broken' });
  late.connection = () => new Promise(() => undefined);
  const { server } = merged(new TestServer('user/till'), slow, broken, late);
  expect(server.catalog.peek()).toBeUndefined();
  expect(server.route('resources/read', { uri: 'x://y' }).server).toBe(server);
  const left = server.connection(AbortSignal.timeout(0), 'background');
  await expect(left).rejects.toMatchObject({ name: 'TimeoutError' });
  await server.connection(never, 'background');
  expect(namesOf(server)).toEqual(['till_first', 'slow_first']);
  // Lists wait no more; a name may still come out.
  expect(server.route('resources/read', { uri: 'x://y' }).server).toBe(server);
  await server.settle(never);
  expect(() => server.route('resources/read', { uri: 'x://y' })).toThrow('Resource not found');
  expect(namesOf(server)).toEqual(['till_first', 'slow_first']);
  expect(server.route('tools/call', { name: 'slow_first' }).server).toBe(slow);
  late.catalog.value = catalogOf('first');
  expect(namesOf(server)).toContain('late_first');
});

test('an unknown server keeps no changes of the others from clients', async () => {
  const [till, notes] = [new TestServer('user/till'), new TestServer('user/notes')];
  const { server, members } = merged(till, notes);
  const told: string[] = [];
  const watch = new CatalogWatch((list) => told.push(list));
  watch.follow(server);
  // Another launch, of which nothing is known.
  notes.catalog.value = undefined;
  expect(told).toEqual(['tools']);
  till.catalog.value = catalogOf('pay');
  expect(told).toEqual(['tools', 'tools']);
  const unknown = new TestServer('user/new');
  unknown.catalog.value = undefined;
  members.value = [till, notes, unknown];
  till.catalog.value = { ...catalogOf('pay'), prompts: [{ name: 'greet' }] };
  expect(told).toEqual(['tools', 'tools', 'prompts']);
  // A list that waits has all that have come by then.
  for (const started of [notes, unknown]) {
    const start = started.connection.bind(started);
    started.connection = () => Promise.resolve().then(() => start());
  }
  await server.connection(never, 'background');
  expect(told).toEqual(['tools', 'tools', 'prompts', 'tools']);
  expect(namesOf(server)).toEqual(['till_pay', 'notes_first', 'new_first']);
  watch.dispose();
});

test('a call of what is not listed goes to the server that it names, where that has still to list it', () => {
  const [till, tillBig] = [new TestServer('user/till'), new TestServer('user/till_big')];
  const { server } = merged(till, tillBig);
  const routeOf = (name: string) => server.route('tools/call', { name, arguments: { n: 1 } });
  const own = { name: 'pay', arguments: { n: 1 } };
  expect(() => routeOf('till_pay')).toThrow('till_first');
  till.hasLists = false;
  expect(routeOf('till_pay')).toMatchObject({ server: till, params: own });
  tillBig.catalog.value = undefined;
  expect(routeOf('till_big_pay')).toMatchObject({ server: tillBig, params: own });
  expect(server.route('prompts/get', { name: 'till_greet' })).toMatchObject({ server: till });
  expect(routeOf('notes_pay').server).toBe(server);
  // Two servers of one name: nobody can tell.
  const twin = new TestServer('other/till');
  twin.hasLists = false;
  const { server: both } = merged(till, twin);
  expect(() => both.route('tools/call', { name: 'till_pay' })).toThrow(UserError);
});

test('a tool that turns out not to be there is refused by its server with the names that it has here', async () => {
  const till = new TestServer('user/till');
  till.catalog.value = undefined;
  const { server } = merged(till);
  await using open = await openGateway();
  const { send } = await enter(open, server);
  const refused = await send(rpc(2, 'tools/call', { name: 'till_frist' }));
  expect(JSON.parse(refused.body)).toMatchObject({
    error: { data: { code: 'unknownTool', args: { server: 'till', valid: ['till_first'] } } },
  });
  expect(till.asked).toEqual([]);
  till.hasLists = false;
  await send(rpc(3, 'tools/call', { name: 'till_frist' }));
  expect(till.asked).toEqual([{ method: 'tools/call', params: { name: 'frist' } }]);
});

test('what comes and goes is listened to while it is there', () => {
  const [a, b] = [new TestServer('user/a'), new TestServer('user/b')];
  b.catalog.value = { ...catalogOf(), resources: [{ uri: 'b://x' }] };
  const { server, members } = merged(a);
  const told: string[] = [];
  const listening = server.onNotification(({ method }) => told.push(method));
  const listener = server.listen(signal({ logLevel: 'error', watched: ['b://x'] }));
  members.value = [a, b];
  expect(b.requirements).toEqual([{ level: 'error', uris: ['b://x'] }]);
  b.notifications.fire({ method: 'notifications/message', params: {} });
  members.value = [b];
  expect(a.requirements).toHaveLength(0);
  a.notifications.fire({ method: 'notifications/gone', params: {} });
  expect(told).toEqual(['notifications/message']);
  listener.dispose();
  listening.dispose();
  expect(b.requirements).toHaveLength(0);
});

test('instructions are those of all servers, each under its name', () => {
  const [a, b] = [new TestServer('user/a'), new TestServer('user/b')];
  const members = signal<readonly GatewayServer[]>([a, b]);
  const told = ({ id, handshake }: GatewayServer) =>
    id === 'user/b' ? undefined : handshake.value?.instructions;
  expect(new MergedServer(members, never).handshake.peek().instructions).toBe(
    '# a\n\nMind the gap.\n\n# b\n\nMind the gap.',
  );
  const { handshake } = new MergedServer(members, never, { instructionsOf: told });
  expect(handshake.peek().instructions).toBe('# a\n\nMind the gap.');
});

test('at the gateway: one path for all, and a client is told what changes', async () => {
  const [till, notes] = [new TestServer('user/till'), new TestServer('user/notes')];
  const { members, noted, server } = merged(till);
  await using open = await openGateway();
  const { token, headers, send } = await enter(open, server);
  const listening = await open.client.begin({
    method: 'GET',
    path: '/mcp',
    headers,
  });
  members.value = [till, notes];
  await vi.waitFor(() => expect(namesOf(server)).toHaveLength(2));
  const call = rpc(2, 'tools/call', { name: 'notes_first', arguments: {} });
  await send(call);
  expect(notes.asked.map(({ params }) => params['name'])).toEqual(['first']);
  await send(rpc(3, 'tools/call', { name: 'notes_frist' }));
  expect(noted).toMatchObject([
    {
      server: { id: server.id, name: server.name },
      tool: 'notes_frist',
      outcome: {
        reason: { code: 'unknownTool', args: { valid: ['notes_first', 'till_first'] } },
      },
    },
  ]);
  open.tokens.revoke(token);
  const told = eventsOf(await listening.end);
  expect(told).toContainEqual(
    expect.objectContaining({ method: 'notifications/tools/list_changed' }),
  );
  expect((await send(rpc(4, 'ping'))).status).toBe(401);
});
